import { INSTRUCTIONS, type InstructionName } from '../catalogue/aliases.js'
import type { Weights } from '../catalogue/attribute.js'
import { readTexts } from './collections.js'
import type { Reading } from './scalars.js'
import { readFlag, readText } from './scalars.js'

type Parameters = Readonly<Record<string, unknown>>

/** The values of parameters that are no settings, with their errors by name. */
export interface Instructed {
  readonly performanceBarGroup: string | null | undefined
  readonly storages: Weights | undefined
  readonly findings: ReadonlyArray<string>
}

const READERS: Readonly<Record<'text' | 'boolean' | 'texts', (raw: unknown) => Reading>> = {
  text: readText,
  boolean: readFlag,
  texts: (raw) => readTexts(raw ?? []),
}

const pathIn = (value: unknown): string | null => {
  const path = typeof value === 'string' ? value.trim() : ''
  return path === '' || path === 'nil' ? null : path
}

/** Reads the parameters that change a setting under another name; the old parameter of the group's path takes precedence over the new one. */
export const readInstructions = (raw: Parameters): Instructed => {
  const findings: Array<string> = []
  const given = new Map<InstructionName, unknown>()
  for (const name of Object.keys(INSTRUCTIONS) as ReadonlyArray<InstructionName>) {
    if (!Object.hasOwn(raw, name) || raw[name] === undefined) continue
    const reading = READERS[INSTRUCTIONS[name].shape](raw[name])
    if (reading.kind === 'value') given.set(name, reading.value)
    else if (reading.kind === 'bad parameter') findings.push(`${name} ${reading.text}`)
  }
  const pathName = (['performance_bar_allowed_group_id', 'performance_bar_allowed_group_path'] as const).find((name) =>
    given.has(name),
  )
  const off = given.get('performance_bar_enabled') === false
  const storages = given.get('repository_storages') as ReadonlyArray<string> | undefined
  return {
    performanceBarGroup: off ? null : pathName === undefined ? undefined : pathIn(given.get(pathName)),
    storages:
      storages === undefined || storages.length === 0
        ? undefined
        : Object.fromEntries(storages.map((storage) => [storage, 100])),
    findings,
  }
}
