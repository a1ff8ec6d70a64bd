import { DeadlineExceeded, ThreadPool } from '../workers/index.js'
import { type Parsed, parseCiFile } from './ci-file.js'

/** A YAML document, and how long its data may be as JSON: aliases make much of little. */
export interface DocumentRequest {
  readonly yaml: Uint8Array
  /** In characters. */
  readonly longest: number
}

/** Reads YAML documents of clients as plain data, with the rules of `parseCiFile`. */
export type DocumentReader = (request: DocumentRequest) => Promise<Parsed>

/** Milliseconds; the largest documents are read in a tenth of it. */
const TIMEOUT_MS = 2000
/** The size in bytes up to which a document is read on the calling thread: a hop to a worker takes longer. */
const SHORT = 1024

/** Reads a document on the calling thread. */
export const readDocument = ({ yaml, longest }: DocumentRequest): Parsed => {
  const read = parseCiFile(yaml)
  if (!read.ok || (JSON.stringify(read.value) ?? '').length <= longest) return read
  return { ok: false, error: `the document stands for more than ${longest} characters` }
}

/**
 * Reads long documents in worker threads; a thread that exceeds its time is terminated.
 *
 * @example
 * const read = await makeDocumentReader()({ yaml: Buffer.from('name: web'), longest: 100 })
 * assert.deepEqual(read, { ok: true, value: { name: 'web' } })
 */
export const makeDocumentReader = (): DocumentReader => {
  const program = new URL('./document-thread.js', import.meta.url)
  const pool = new ThreadPool<DocumentRequest, Parsed>(program, { milliseconds: TIMEOUT_MS })
  return async (request) => {
    if (request.yaml.length <= SHORT) return readDocument(request)
    try {
      return await pool.run(request)
    } catch (error) {
      if (error instanceof DeadlineExceeded) return { ok: false, error: 'the document takes too long to read' }
      throw error
    }
  }
}
