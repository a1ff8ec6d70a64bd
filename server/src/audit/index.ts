/** The public part of the proofs: checkpoints, the key that verifies them, tiles of the tree. Used by the composition. */
export { BLAMED_READS } from './blamed-reads.js'
export * from './documents.js'
export * from './published-history.js'
export * from './routes.js'
export { signedCheckpoint } from './sign-into-log.js'
export { type OnWitness, trustIn } from './witnesses.js'
