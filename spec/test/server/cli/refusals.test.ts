import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '@forgefold/server/cli'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgefold-refusals-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a command line says and how it ends; a server that starts is asked to end at once. */
const run = async (args: ReadonlyArray<string>, environment: Record<string, string> = {}) => {
  const said: Array<string> = []
  const told: Array<string> = []
  const code = await runCommandLine(
    args.map((arg) => arg.replace('FOLDER', folder)),
    {
      environment,
      say: (line) => said.push(line),
      tell: (line) => told.push(line),
      progress: () => undefined,
      asked: Promise.resolve('SIGTERM'),
    },
  )
  return { code, said, told: told.join('\n').replaceAll(folder, 'FOLDER') }
}

/** The flags of a command, and whether each takes a value, as its help shows them. */
const flagsOf = async (command: string) => {
  const { said } = await run(['help', command])
  return said.flatMap((line) => {
    const [, name, value] = /^ {2}--(\S+) (\S+)? {2,}/.exec(line) ?? /^ {2}--(\S+)( )/.exec(line) ?? []
    return name === undefined ? [] : [{ name, takesValue: value !== undefined && value.trim() !== '' }]
  })
}

const COMMANDS = ['serve', 'doctor', 'rebuild', 'reactors', 'copy', 'export-seed', 'history', 'audit', 'releases']

const WITH_EPHEMERAL = ['port', 'clock', 'ephemeral', 'json', 'seed', 'demo', 'tier', 'api-release']

describe('every command', () => {
  it.each(COMMANDS)('%s refuses a flag that is empty, and one that is given twice', async (command) => {
    const flags = await flagsOf(command)
    expect(flags.length).toBeGreaterThan(0)
    for (const { name, takesValue } of flags) {
      const once = takesValue ? [`--${name}`, 'x'] : [`--${name}`]
      if (takesValue)
        expect(await run([command, `--${name}`, ''])).toEqual({
          code: 2,
          said: [],
          told: `forgefold: --${name} is empty`,
        })
      const twice = await run([command, ...once, ...once])
      expect(twice).toEqual({ code: 2, said: [], told: `forgefold: --${name} is given twice` })
    }
  })
  it.each(['serve', 'doctor', 'rebuild', 'copy', 'export-seed', 'version'])(
    '%s refuses words that are no flags',
    async (command) => {
      const told = `forgefold: ${command} takes flags only; got word`
      expect(await run([command, 'word'])).toEqual({ code: 2, said: [], told })
    },
  )
  it('takes a switch from the environment as a word that says on or off', async () => {
    const odd = await run(['serve'], { FORGEFOLD_EPHEMERAL: 'perhaps' })
    expect(odd).toMatchObject({ code: 2, told: expect.stringContaining('FORGEFOLD_EPHEMERAL takes 1, true, yes, on') })
    const off = await run(['serve', '--json'], { FORGEFOLD_EPHEMERAL: 'off' })
    expect(off).toMatchObject({ code: 2, told: 'forgefold: --json goes with --ephemeral' })
  })
})

describe('a server for tests', () => {
  it('refuses every flag that has no effect on it', async () => {
    const flags = await flagsOf('serve')
    const others = flags.filter(({ name }) => !WITH_EPHEMERAL.includes(name))
    expect(others.length).toBeGreaterThan(20)
    for (const { name } of others) {
      const { code, told } = await run(['serve', '--ephemeral', `--${name}`, 'x'])
      expect([name, code, told]).toEqual([
        name,
        2,
        expect.stringMatching(new RegExp(`^forgefold: --${name} has no effect with --ephemeral, which takes --port, `)),
      ])
    }
  })
  it('stands at a moment', async () => {
    const at = (clock: string) => run(['serve', '--ephemeral', '--json', '--clock', clock])
    expect(await at('2022-08-22T12:00:00Z')).toMatchObject({ code: 0, said: [expect.stringContaining('"url"')] })
    for (const other of ['movable', 'system', '+5', 'soon'])
      expect(await at(other)).toMatchObject({
        code: 2,
        told: `forgefold: with --ephemeral, --clock takes a moment (2022-08-22T12:00:00Z); got ${other}`,
      })
  })
})

describe('flags without effect, and values without meaning', () => {
  it.each([
    ['serve --event-store memory --data FOLDER', '--data has no effect with --event-store memory, which keeps nothing'],
    ['doctor --event-store memory --local FOLDER', '--local has no effect with --event-store memory'],
    ['serve --data FOLDER --lease-term 5', '--lease-term has no effect without --local'],
    ['serve --data FOLDER --revocation-lag 5', '--revocation-lag has no effect without --local'],
    ['serve --data FOLDER --event-store-patience 5', '--event-store-patience has no effect without --event-store esdb'],
    ['serve --data FOLDER --witness-key k', '--witness-key has no effect without --witness'],
    ['serve --data FOLDER --as-of 5 --witness http://w', '--witness has no effect with --as-of'],
    ['serve --trust-proxy ::1 --trusted-proxies ::1', '--trusted-proxies has no effect with --trust-proxy'],
    ['serve --ephemeral --demo --seed x', '--seed and --demo are two ways to begin'],
    ['serve --seed x', '--seed goes with --ephemeral'],
    ['serve --port 8e3', '--port takes a number from 0 to 65535; got 8e3'],
    ['serve --max-requests 0x10', '--max-requests takes a whole number from 0 on; got 0x10'],
    ['serve --local FOLDER --lease-term 0', '--lease-term takes a whole number from 1 to 2147483; got 0'],
    ['serve --event-store-deadline 2592000', '--event-store-deadline takes a whole number from 1 to 2147483'],
    ['serve --client-timeout 0', '--client-timeout takes seconds from 1 to 86400; got 0'],
    ['serve --external-url https://user@forge.example', '--external-url takes an http or https address without a path'],
    ['serve --external-url https://forge.example/#x', '--external-url takes an http or https address without a path'],
    ['serve --npm-registry http:x', '--npm-registry takes http://… or https://…'],
    ['serve --smtp smtp:x', '--smtp takes smtp://host:port'],
    ['serve --mail-from nobody', '--mail-from takes an address such as forge@example.com; got nobody'],
    ['copy --from sqlite:FOLDER --to sqlite:FOLDER/events.sqlite', '--from and --to are the same store'],
    ['copy --from sqlite:FOLDER --to sqlite:FOLDER/b --renew FOLDER/none', 'there is no folder FOLDER/none to renew'],
    ['export-seed --from FOLDER --to FOLDER/seed --token t', '--token has no effect with a folder'],
    ['export-seed --from FOLDER/none --to FOLDER/seed', 'there is no folder FOLDER/none'],
    ['reactors retry nobody', 'there is no reactor nobody; there are'],
    ['audit timeline user:1 --limit 0', '--limit takes a whole number from 1 on; got 0'],
    ['audit search --server http://a --server-token t --data FOLDER', '--data has no effect with --server'],
    ['audit search --data FOLDER --server-token t', '--server-token has no effect without --server'],
    ['audit prove 1 --data FOLDER --server-token t', '--server-token has no effect without --server'],
    ['audit diff user:1 --after 5', '--after has no effect with a thing'],
    ['audit verify --key k', '--key has no effect without --against'],
    ['audit verify --witness-key k', '--witness-key has no effect without --against'],
    ['audit checkpoint --witness-key k', '--witness-key has no effect without --witness'],
    ['help serve doctor', 'help takes one command at most'],
    ['help nothing', 'there is no command nothing; forgefold help lists them'],
  ])('%s', async (line, message) => {
    const { code, said, told } = await run(line.split(' '))
    expect([code, said, told]).toEqual([2, [], expect.stringContaining(`forgefold: ${message}`)])
  })

  it.each([
    'serve --external-url https://user:secret@forge.example',
    'serve --event-store eventstore://user:secret@store.example',
    'serve --smtp http://user:secret@mail.example',
    'serve --npm-registry ftp://user:secret@registry.example',
    'serve --data FOLDER --witness ftp://user:secret@witness.example',
    'copy --from eventstore://user:secret@store.example --to sqlite:FOLDER',
    'audit search --server ftp://user:secret@forge.example',
  ])('without its password: %s', async (line) => {
    const { code, said, told } = await run(line.split(' '))
    expect([code, said]).toEqual([2, []])
    expect(told).not.toContain('secret')
  })
})
