/** Seeds: the state in which a forge begins, as a document, a builder, and what writes it over the API. */
export { SeedBuilder, SeedProjectBuilder, seed } from './builder.js'
export { demoSeed } from './demo.js'
export type * from './document.js'
export { type ReadSeed, readSeed, type Seed } from './read-seed.js'
export { type Schema, seedSchema } from './schema.js'
export { type SeedPath, SeedRefused } from './seed-refused.js'
export type { SeedTarget } from './seed-writer.js'
export { writeSeed } from './write-seed.js'
