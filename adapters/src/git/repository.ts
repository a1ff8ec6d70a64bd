import type { Repository } from '@forgefold/core/ports'
import { diffMethods } from './diff.js'
import { fileMethods } from './files.js'
import { historyMethods } from './history.js'
import { refMethods } from './refs.js'
import type { RepositoryContext } from './repository-context.js'
import { writeMethods } from './writes.js'

/** One bare repository, from its parts. */
export const makeRepository = (context: RepositoryContext): Repository => ({
  id: context.id,
  ...refMethods(context),
  ...historyMethods(context),
  ...diffMethods(context),
  ...fileMethods(context),
  ...writeMethods(context),
})
