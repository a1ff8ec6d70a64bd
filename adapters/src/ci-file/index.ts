/** CI files and other YAML documents as plain data, and the planner; long files are read in worker threads. */
export * from './ci-file.js'
export * from './ci-planner.js'
export { type DocumentReader, type DocumentRequest, makeDocumentReader } from './document-reader.js'
