import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ENFORCED, isSettingName, SETTING_NAMES, STORED_ONLY } from '@forgefold/core/domains/instance/settings'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../../../', import.meta.url))
const SETTINGS = 'core/src/domains/instance/settings/'

/** Where the settings are turned into rules: beside what they govern, or in the instance's own folders. */
const isRule = (path: string): boolean =>
  /^core\/src\/domains\/(instance\/(external-authorization|limits|operation)\/|.*\/(instance-rules|registration-guard)\.ts$)/.test(
    path,
  )

const sourcesIn = (folder: string): ReadonlyArray<readonly [path: string, text: string]> =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [`${folder}${path}`, readFileSync(`${ROOT}${folder}${path}`, 'utf8')] as const)

const sources = ['core/src/', 'adapters/src/', 'server/src/'].flatMap(sourcesIn)
const effects = sources.filter(([path]) => isRule(path))
/** The release table names settings in the ids of its lines. */
const outside = sources.filter(([path]) => !path.startsWith(SETTINGS) && !path.startsWith('core/src/releases/'))

/** Names as they are put together, `default_${what}_visibility`; one that begins with a variable is that of a throttle. */
const patterns = effects.flatMap(([, text]) =>
  [...text.matchAll(/`([^`\n]*)`/g)]
    .map(([, template = '']) => template.replace(/^\$\{[^}]*\}_/, 'throttle_*_').replace(/\$\{[^}]*\}/g, '*'))
    .filter((template) => /^[a-z_]+_\*[a-z_*]*$/.test(template))
    .map((template) => new RegExp(`^${template.replace(/\*/g, '[a-z_]+')}$`)),
)

/** Settings are read as `settings.name` wherever they are read; only their own rules look at them otherwise. */
const isRead = (name: string): boolean =>
  effects.some(([, text]) => new RegExp(`(?:settings\\.|['"])${name}\\b`).test(text)) ||
  outside.some(([, text]) => new RegExp(`(?:settings|current\\(\\)|instance)\\.${name}\\b`).test(text)) ||
  patterns.some((pattern) => pattern.test(name))

/** Matches the pattern of the other two; there are no snippets. */
const NOT_ASKED_FOR = new Set(['default_snippet_visibility'])

/** Lower it with every line that goes. */
const MOST_WITHOUT_EFFECT = 110

describe('the table of what obeys a setting', () => {
  it.each(Object.keys(ENFORCED))('%s is a setting that something reads', (name) => {
    expect(isSettingName(name)).toBe(true)
    expect(isRead(name)).toBe(true)
  })

  it('leaves nothing out that something reads', () => {
    const forgotten = SETTING_NAMES.filter(
      (name) => ENFORCED[name] === undefined && isRead(name) && !NOT_ASKED_FOR.has(name),
    )
    expect(forgotten).toEqual([])
  })

  it('tells of every other setting why nothing obeys it', () => {
    const explained = Object.keys(STORED_ONLY).sort()
    expect(explained).toEqual(SETTING_NAMES.filter((name) => ENFORCED[name] === undefined).sort())
  })

  it('has no more settings without effect than are listed beside this test, a list that may only lose lines', () => {
    const listed = readFileSync(new URL('./without-effect.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    expect(Object.keys(STORED_ONLY).sort()).toEqual(listed)
    expect(listed.length).toBeLessThanOrEqual(MOST_WITHOUT_EFFECT)
  })

  it('rests on no effect that nobody calls', () => {
    const exported = effects.flatMap(([, text]) =>
      [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? ''),
    )
    const everywhere = sources.map(([path, text]) => [path, text] as const)
    const idle = exported.filter(
      (name) =>
        !everywhere.some(
          ([path, text]) =>
            !path.endsWith('/index.ts') &&
            [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > (isRule(path) ? 1 : 0),
        ),
    )
    expect(idle).toEqual([])
  })
})
