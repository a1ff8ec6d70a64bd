import type { Repository } from '@forgefold/core/ports'
import { diffMethods } from './diff.js'
import { fileMethods } from './files.js'
import { historyMethods } from './history.js'
import { writeMethods } from './merging.js'
import { refMethods } from './refs.js'
import type { RepositoryContext } from './repository-context.js'
import { snapshotMethod } from './snapshot.js'

/** One bare repository, from its parts. */
export const makeRepository = (context: RepositoryContext): Repository => {
  const refs = refMethods(context)
  return {
    id: context.id,
    ...refs,
    ...historyMethods(context),
    ...diffMethods(context),
    ...fileMethods(context),
    ...snapshotMethod(context, refs),
    ...writeMethods(context),
  }
}
