/** The goals of speed, each measured beside its ceiling: `npm run bench`. */
export * from './benchmark.js'
export { benchmarks } from './registry.js'
