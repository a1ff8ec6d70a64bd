import { conflict, type DeclaredName, type Rejection } from '../../../kernel/index.js'
import type { ResourceParent } from '../../projects/resource-parent/resource-parent.js'

/** Titles that differ in case only are the same label. */
export const titleKey = (title: string): string => title.trim().toLowerCase()

/** The refusal of a title that is taken. */
export const labelExists: Rejection = conflict('Label already exists')

/** A title is unique in a project or group. */
export const labelName = (place: ResourceParent, title: string): DeclaredName => ({
  kind: 'label',
  name: [place.kind, place.id, titleKey(title)].join('\0'),
  refusal: () => labelExists,
})
