import type { Listening } from '../transport/index.js'
import type { FamilyFolder } from './family-folder.js'
import type { RunningForge, Setting, StoredForge } from './stored-forge.js'
import type { StartOptions, TestForge } from './test-forge.js'

/** The parts of a started forge. */
export interface StartedParts {
  /** Opens another forge on the state of this one. */
  readonly open: (
    options: StartOptions,
    world: StoredForge,
    tokens: Readonly<Record<string, string>>,
    folder?: FamilyFolder,
  ) => Promise<TestForge>
  readonly url: string
  readonly options: StartOptions
  readonly setting: Setting
  readonly folder: FamilyFolder
  readonly running: RunningForge
  readonly listening: Listening | undefined
  readonly tokens: Readonly<Record<string, string>>
}
