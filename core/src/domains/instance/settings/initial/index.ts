import type { Settings } from '../catalogue/index.js'
import { accountsAndLimits } from './accounts-and-limits.js'
import { groupsAndProjects } from './groups-and-projects.js'
import { instance } from './instance.js'

/**
 * The values of an instance whose settings were never changed, in the order of the catalogue. They are apart from it, because the aggregate
 * needs the values alone, without what reading, checking and documenting them takes.
 */
export const INITIAL_SETTINGS: Settings = { ...accountsAndLimits, ...groupsAndProjects, ...instance }
