import { expect, test } from "vitest";
import { functionName } from "../../../src/trial/identity/function-name.ts";

test.each([
  ["clang::Parser::ParseDeclGroup(clang::ParsingDeclSpec&, int*)", "clang::Parser::ParseDeclGroup"],
  ["void (anonymous namespace)::f<int>(std::vector<int, std::allocator<int> >&)", "(anonymous namespace)::f"],
  ["std::vector<int>::operator[](unsigned long) const", "std::vector::operator[]"],
  ["std::ostream& operator<< <std::char_traits<char> >(std::ostream&, char const*)", "operator<<"],
  ["bool operator<(A const&, B const&)", "operator<"],
  ["A<int>::operator->() const", "A::operator->"],
  ["operator new(unsigned long)", "operator new"],
  ["Foo::operator bool() const", "Foo::operator bool"],
  ["f()::{lambda(int)#1}::operator()(int) const", "f::{lambda#1}::operator()"],
  ["a::f(int (*)(void), T<(x > 3)>)", "a::f"],
  ["f(int) [clone .constprop.1] [clone .cold]", "f"],
  ["f.isra.0.cold", "f"],
  ["p::inner::h80da3b2050c4300b", "p::inner"],
  ["std[e28293b1aa0f68bd]::panicking::default_hook::{closure#0}", "std::panicking::default_hook::{closure#0}"],
  [
    "<alloc::vec::Vec<T,A> as core::ops::index::Index<I>>::index",
    "<alloc::vec::Vec as core::ops::index::Index>::index",
  ],
  ["a::track::<core::option::Option<b::C>>", "a::track"],
  ["<<a::B>::c::D as e::F>::g", "<<a::B>::c::D as e::F>::g"],
  ["", ""],
])("the function of %s", (signature, name) => expect(functionName(signature)).toBe(name));
