import { checkObject, checkOptions, shown } from '../embedding/known-names.js'
import { putSettings } from './administration.js'
import { readSeed, type SeedTarget, writeSeed } from './seed/index.js'
import { wrongSettingIn } from './setting-names.js'
import type { StartOptions } from './test-forge.js'
import type { UnimplementedMode } from './unimplemented-mode.js'

const OPTIONS: Readonly<Record<keyof StartOptions, true>> = {
  seed: true,
  clock: true,
  port: true,
  release: true,
  tier: true,
  settings: true,
  randomness: true,
  control: true,
  faults: true,
  unimplemented: true,
}

const MODES: ReadonlyArray<UnimplementedMode> = ['throw', 'warn', '501']

const checkPort = (port: unknown): void => {
  if (port !== false && !(Number.isInteger(port) && Number(port) >= 0 && Number(port) <= 65_535))
    throw new RangeError(`port is ${shown(port)}; it is a number from 0 to 65535, or false for no socket`)
}

/** Throws a message if an option of a fork or its value is invalid. */
export const checkForkOptions = (options: Pick<StartOptions, 'port'>): Pick<StartOptions, 'port'> => {
  checkOptions('what fork is given', options, { port: true }, 'option of a fork:')
  checkPort(options.port ?? 0)
  return options
}

/** Throws a message that lists the valid options if an option or its value is invalid. Releases, tiers, moments and seeds are checked where they are used. */
export const checkStartOptions = (options: StartOptions): void => {
  checkOptions('what startForge is given', options, OPTIONS)
  const { port = 0, unimplemented = 'throw', settings = {}, faults = [], randomness = '', control = false } = options
  checkObject('settings', settings)
  const wrong = wrongSettingIn(settings)
  if (wrong !== undefined) throw new RangeError(wrong.reason)
  if (!Array.isArray(faults)) throw new RangeError('faults has to be a list')
  if (typeof randomness !== 'string') throw new RangeError('randomness has to be a text')
  if (typeof control !== 'boolean') throw new RangeError('control has to be true or false')
  checkPort(port)
  if (!MODES.includes(unimplemented))
    throw new RangeError(`unimplemented is ${shown(unimplemented)}; it is one of ${MODES.join(', ')}`)
}

/** Gives a new forge, whose administrator exists already, the settings and the seed of the options. */
export const settleOptions = async (
  target: SeedTarget,
  { settings, seed }: Pick<StartOptions, 'settings' | 'seed'>,
): Promise<void> => {
  if (settings !== undefined) await putSettings(target.as('root'), settings)
  if (seed !== undefined) await writeSeed(target, await readSeed(seed))
}
