/** What every module's tests use: clocks and gates instead of sleeps, real processes, and the rules of the repository as tests. */
@NullMarked
package dev.quintet.shared.testkit;

import org.jspecify.annotations.NullMarked;
