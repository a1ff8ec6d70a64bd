import type { Repository } from '@forgefold/core/ports'
import type { Desk } from './desk.js'
import { diffMethods } from './diff.js'
import { fileMethods } from './files.js'
import { historyMethods } from './history.js'
import { refMethods } from './refs.js'
import { writeMethods } from './writes.js'

/** One bare repository, from its parts. */
export const makeRepository = (desk: Desk): Repository => ({
  id: desk.id,
  ...refMethods(desk),
  ...historyMethods(desk),
  ...diffMethods(desk),
  ...fileMethods(desk),
  ...writeMethods(desk),
})
