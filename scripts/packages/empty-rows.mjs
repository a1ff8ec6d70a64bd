/** The tables of the read model without rows, ready made: running their statements takes a process longer than all else a forge begins with. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { emptyRows } from '../../adapters/dist/read-model/index.js'

/** Writes them beside the joined code of the assembled adapters, where it looks for them. */
export const writeEmptyRows = (adapters) =>
  writeFileSync(join(adapters, 'dist/shared/empty-rows.sqlite.gz'), gzipSync(emptyRows().image(), { level: 9 }))
