/**
 * {@code ./quintet bench}: a {@link dev.quintet.tools.bench.Suite} names its contestants, {@link
 * dev.quintet.tools.bench.Rounds} lets them run in turn, {@link dev.quintet.tools.bench.Results} keeps every sample, and
 * the reports show medians and ratios as text, JSON, SVG and a section of docs/benchmarks.md.
 *
 * <p>To add a benchmark: implement {@code Suite}, name it in {@link dev.quintet.tools.bench.Suites}.
 */
@NullMarked
package dev.quintet.tools.bench;

import org.jspecify.annotations.NullMarked;
