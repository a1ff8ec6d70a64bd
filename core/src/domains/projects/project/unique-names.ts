import { type DeclaredName, invalid, type Rejection } from '../../../kernel/index.js'
import { pathUnder, projectNameUnder } from '../../naming/unique-names.js'

const taken = (field: 'name' | 'path'): (() => Rejection) => {
  const refusal = invalid({ [field]: ['has already been taken'] })
  return () => refusal
}

/** The namespace, name and path of a project. */
export interface ProjectLocation {
  readonly namespaceId: number
  readonly name: string
  readonly path: string
}

/** Name and path of a project are each unique in its namespace. */
export const projectNames = ({ namespaceId, name, path }: ProjectLocation): ReadonlyArray<DeclaredName> => [
  { ...projectNameUnder(namespaceId, name), refusal: taken('name') },
  { ...pathUnder(namespaceId, path), refusal: taken('path') },
]
