/** Benchmarks: each goal measured against its ceiling (`npm run bench`). */
export * from './arguments.js'
export * from './benchmark.js'
export * from './comparison.js'
export { type FilterCase, filterCases } from './merge-requests/filters.js'
export { fillPlace, fillRequests, PLACE } from './merge-requests/requests.js'
export { benchmarks } from './registry.js'
