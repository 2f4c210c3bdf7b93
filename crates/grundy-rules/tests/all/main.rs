//! Rule files from outside, one program for all its tests: each file is an idea, the folder is what they use.

mod address_space;
mod common;
mod contest;
mod examples;
mod hostile;
mod language;
mod limits;
mod reduction;
