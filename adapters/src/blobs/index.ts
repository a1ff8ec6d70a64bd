/** Content-addressed files on disk, named by their SHA-256. */
export * from './file-blobs.js'
export { BlobDamaged } from './fingerprint.js'
