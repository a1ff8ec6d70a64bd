/** Content-addressed files. */
export * from './file-blobs.js'
export { BlobDamaged } from './fingerprint.js'
