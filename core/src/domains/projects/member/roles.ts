import { ACCESS, type AccessLevel } from '../../../access/access-level.js'
import type { MemberSource } from './events.js'

const NAMES: Readonly<Record<AccessLevel, string>> = {
  [ACCESS.minimal]: 'Minimal Access',
  [ACCESS.guest]: 'Guest',
  [ACCESS.reporter]: 'Reporter',
  [ACCESS.developer]: 'Developer',
  [ACCESS.maintainer]: 'Maintainer',
  [ACCESS.owner]: 'Owner',
}

/** A role's name as the pages of the forge spell it. */
export const roleName = (level: AccessLevel): string => NAMES[level] ?? 'No access'

/** The roles a membership may have; minimal access exists in groups only. */
export const isRole = (source: MemberSource, level: AccessLevel): boolean =>
  level === ACCESS.minimal ? source === 'group' : NAMES[level] !== undefined
