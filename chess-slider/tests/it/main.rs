//! The ray walk, the magic index and the filling of tables.
