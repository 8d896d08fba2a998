//! Force: claims that say more, more surely or of more cases than their evidence does.

pub(super) mod cause;
pub(super) mod condition;
pub(super) mod emphasis;
pub(super) mod fact;
pub(super) mod framed;
pub(super) mod retracted;
pub(super) mod strength;
