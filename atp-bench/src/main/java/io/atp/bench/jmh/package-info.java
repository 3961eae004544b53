/// One JMH class per kernel, scalar and vector edition as two methods: `bench/run --jmh`.
package io.atp.bench.jmh;
