import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ArchiveFormat } from '@forgefold/core/ports'

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const formatsOn = (path: string): ReadonlySet<ArchiveFormat> => {
  const bzip2 = path.split(delimiter).some((folder) => isProgram(join(folder, 'bzip2')))
  return new Set(['tar', 'tar.gz', 'zip', ...(bzip2 ? (['tar.bz2'] as const) : [])])
}

/** By search path: a process that opens many forges looks for programs once. */
const found = new Map<string, ReadonlySet<ArchiveFormat>>()

/** The archive formats that git can create with the programs that were installed when this process first asked: bzip2 needs the program of that name. */
export const archiveFormats = (path = process.env['PATH'] ?? ''): ReadonlySet<ArchiveFormat> => {
  const formats = found.get(path) ?? formatsOn(path)
  found.set(path, formats)
  return formats
}
