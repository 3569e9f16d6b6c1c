/** Commits over HTTP beside etcd's puts: one closed-loop client for both. */
@NullMarked
package dev.quintet.tools.bench.registry;

import org.jspecify.annotations.NullMarked;
