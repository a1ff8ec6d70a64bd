import type { ActionRefusal, FileContent } from '@forgefold/core/ports'
import { isModulesFile, type PathFault, pathFault } from './path-rules.js'
import { isHarmfulModules } from './submodules.js'
import { rawNameOf } from './tree.js'

export class Refused extends Error {
  constructor(readonly refusal: ActionRefusal) {
    super(refusal.kind)
  }
}

export const bytesOf = (content: FileContent): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : content

const refuseFault = (path: string, fault: PathFault | undefined): void => {
  if (fault === 'PathEmpty') throw new Refused({ kind: fault })
  if (fault !== undefined) throw new Refused({ kind: fault, path })
}

/** The names along the path of an existing entry; a malformed or overlong one is accepted, so that it can be removed. Throws `Refused`. */
export const partsOf = (path: string): ReadonlyArray<string> => {
  const fault = pathFault(path)
  if (fault !== 'PathMalformed' && fault !== 'PathTooLong') refuseFault(path, fault)
  return path.split('/').map(rawNameOf)
}

/** The names along a path that is to be created. Throws `Refused`. */
export const newPartsOf = (path: string): ReadonlyArray<string> => {
  refuseFault(path, pathFault(path))
  return path.split('/').map(rawNameOf)
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const refuseModules = (path: string, content: Uint8Array): void => {
  if (isModulesFile(nameOf(path)) && isHarmfulModules(Buffer.from(content).toString('utf8')))
    throw new Refused({ kind: 'ContentRefused', path })
}
