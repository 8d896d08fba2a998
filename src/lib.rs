//! Stet
