//! Force: claims that say more, more surely or of more cases than their evidence does.

pub(super) mod emphasis;
pub(super) mod strength;
