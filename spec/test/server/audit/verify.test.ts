import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '@forgefold/server/cli'
import { goldenFolder } from '@forgefold/spec/golden-data'
import * as programs from '@forgefold/spec/programs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const VERIFIER = fileURLToPath(import.meta.resolve('@forgefold/server')).replace(/index\.js$/, 'forgefold-verify.js')
const IN_PYTHON = fileURLToPath(new URL('verify_export.py', import.meta.url))

interface Ran {
  readonly code: number
  readonly text: string
}

const program = (command: string, args: ReadonlyArray<string>, input?: string): Ran => {
  try {
    return {
      code: 0,
      text: execFileSync(command, args, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] }),
    }
  } catch (error) {
    const { status, stdout } = error as { readonly status: number; readonly stdout: string }
    return { code: status, text: stdout }
  }
}

describe('forgefold audit, over a history that was tampered with', () => {
  let data = ''
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'forgefold-audit-'))
    goldenFolder('0.1.0').copyTo(data)
  })
  afterEach(() => rmSync(data, { recursive: true }))

  const audit = async (...args: ReadonlyArray<string>): Promise<Ran> => {
    const lines: Array<string> = []
    const code = await runCommandLine(['audit', ...args, '--data', data], {
      environment: {},
      say: (line) => lines.push(line),
      tell: (line) => lines.push(line),
      progress: () => undefined,
      asked: new Promise(() => undefined),
    })
    return { code, text: lines.join('\n') }
  }

  const tamper = (work: (log: Database.Database) => void): void => {
    const log = new Database(join(data, 'events.sqlite'))
    log.pragma('ignore_check_constraints = on')
    work(log)
    log.close()
  }

  const forget = (): void => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `history-tree.sqlite${suffix}`), { force: true })
  }

  /** The position of the event that stands at an index of the history. */
  const at = (log: Database.Database, index: number): number =>
    log.prepare('SELECT position FROM event ORDER BY position LIMIT 1 OFFSET ?').pluck().get(index) as number

  const swap = (log: Database.Database, one: number, other: number): void => {
    const move = log.prepare('UPDATE event SET position = ? WHERE position = ?')
    const [a, b] = [at(log, one), at(log, other)]
    move.run(9_000_000, a)
    move.run(a, b)
    move.run(b, 9_000_000)
  }

  /** Closes the holes that a deed left, as whoever covers it up would. */
  const renumber = (log: Database.Database): void => {
    const positions = log.prepare<[], number>('SELECT position FROM event ORDER BY position').pluck().all()
    const move = log.prepare('UPDATE event SET position = ? WHERE position = ?')
    for (const [index, position] of positions.entries()) if (position !== index + 1) move.run(index + 1, position)
  }

  const drop = (log: Database.Database, index: number): void => {
    log.prepare('DELETE FROM event WHERE position = ?').run(at(log, index))
  }

  /** What somebody with the file could do, and the first event that is no longer what it was. */
  const deeds: ReadonlyArray<readonly [string, number, (log: Database.Database) => void]> = [
    [
      'a byte of its data is another',
      505,
      (log) => {
        const position = at(log, 505)
        const text = log.prepare('SELECT data FROM event WHERE position = ?').pluck().get(position) as string
        const other = text.replace(/[0-9a-z](?=["\d])/, (letter) => (letter === '1' ? '2' : '1'))
        expect(other).not.toBe(text)
        log.prepare('UPDATE event SET data = ? WHERE position = ?').run(other, position)
      },
    ],
    [
      'it was done by somebody else',
      701,
      (log) => {
        const position = at(log, 701)
        log
          .prepare(`UPDATE event SET metadata = json_set(metadata, '$.actor', 'user:99') WHERE position = ?`)
          .run(position)
      },
    ],
    ['it is dropped', 350, (log) => drop(log, 350)],
    ['it is swapped with another', 20, (log) => swap(log, 20, 900)],
    [
      'another one is put before it',
      300,
      (log) => {
        const position = at(log, 300)
        log.exec(`UPDATE event SET position = -position - 1 WHERE position >= ${position}`)
        log.exec('UPDATE event SET position = -position WHERE position < 0')
        log.exec(
          `INSERT INTO event SELECT ${position}, stream, 9000, category, type, at, randomblob(16), data, metadata FROM event WHERE position = ${position + 1}`,
        )
      },
    ],
    ['the end is cut off', 1100, (log) => log.exec(`DELETE FROM event WHERE position >= ${at(log, 1100)}`)],
  ]

  it('verifies what nobody touched, with the tree and without it', async () => {
    expect(await audit('verify')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^1129 events verified; 0 of them/),
    })
    expect(await audit('checkpoint')).toMatchObject({ code: 0 })
    expect(await audit('verify')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^1129 events verified; 1129 of/),
    })
  })

  it.each(deeds)('%s: the tree tells the first event that is wrong (%i)', async (_, index, deed) => {
    await audit('checkpoint')
    tamper(deed)
    const found = await audit('verify', '--json')
    expect(found.code).toBe(1)
    expect(JSON.parse(found.text)).toMatchObject({ fault: { index } })
  })

  it.each(deeds)('%s, and all hashes are made anew: a checkpoint kept elsewhere exposes it', async (_, __, deed) => {
    const kept = join(data, '..', `${data.split('/').at(-1)}.checkpoints`)
    await audit('checkpoint', kept)
    forget()
    tamper((log) => {
      deed(log)
      renumber(log)
    })
    await audit('checkpoint')
    const found = await audit('verify', '--against', kept, '--json')
    expect(found.code).toBe(1)
    expect(JSON.parse(found.text).fault.kind).toMatch(
      /^(OtherHistory|ShorterThanCheckpoint|OutOfTurn|Undecodable|NumberNotGiven)$/,
    )
    rmSync(kept)
  })

  it('does not sign a history that ends before its tree does', async () => {
    await audit('checkpoint')
    tamper((log) => log.exec(`DELETE FROM event WHERE position >= ${at(log, 1100)}`))
    expect(await audit('checkpoint')).toMatchObject({
      code: 1,
      text: expect.stringContaining('ends before event 1100'),
    })
  })

  it('takes no checkpoint that another key signed', async () => {
    const kept = join(data, 'checkpoints')
    await audit('checkpoint', kept)
    rmSync(join(data, 'instance.key'))
    writeFileSync(join(data, 'instance.key'), `${'7'.repeat(64)}\n`)
    expect(await audit('verify', '--against', kept).catch(String)).toMatchObject({
      code: 2,
      text: expect.stringContaining('is not signed by'),
    })
  })

  it('exports what a stranger verifies offline, whole or in part, and no longer when a letter was changed', async () => {
    const key = JSON.parse((await audit('checkpoint', '--json')).text).key as string
    const verified = (text: string, ...more: ReadonlyArray<string>) =>
      program(process.execPath, [VERIFIER, '-', ...more], text)
    const whole = (await audit('export')).text
    const part = (await audit('export', '--type', 'DeploymentStatusChanged')).text
    const one = (await audit('prove', 'deployment-1@0')).text
    const [begun = ''] = (await audit('timeline', 'deployment:1', '--json')).text.split('\n')
    const { position } = JSON.parse(begun) as { readonly position: number }
    expect((await audit('prove', String(position))).text.split('\n')[1]).toBe(one.split('\n')[1])
    expect(verified(whole, key)).toMatchObject({ code: 0, text: expect.stringContaining('all 1129 events') })
    expect(verified(part, key)).toMatchObject({ code: 0, text: expect.stringMatching(/: \d+ events of 1129/) })
    expect(verified(one, key)).toMatchObject({ code: 0, text: expect.stringContaining(': 1 event of 1129') })
    expect(verified(one.replace('\\"ref\\":\\"main\\"', '\\"ref\\":\\"mean\\"'), key).code).toBe(1)
    expect(verified(whole.replace(/\n[^\n]*$/, ''), key).code).toBe(1)
    expect(verified(whole.split('\n').toSpliced(500, 1).join('\n'), key).code).toBe(1)
    expect(verified(one.replace('\\n1129\\n', '\\n1130\\n'), key).code).toBe(1)
    expect(verified(one, key.replace(/\+[0-9a-f]{8}\+/, '+00000000+')).code).toBe(1)
  })

  it.each(programs.need('python') ? ['export', 'prove issue-1@0', 'export --stream project-1'] : [])(
    'agrees with a verifier in Python on %s',
    async (asked) => {
      const { text } = await audit(...asked.split(' '))
      const found = program(programs.find('python') ?? '', [IN_PYTHON], text)
        .text.trim()
        .split('\n')
      expect(found.length).toBeGreaterThan(0)
      for (const line of found) expect(line).toMatch(/^verified /)
      const altered = program(
        programs.find('python') ?? '',
        [IN_PYTHON],
        text.replace('\\"metadata\\"', '\\"metatada\\"'),
      ).text
      expect(altered).toMatch(/^not verified/m)
    },
  )

  it('leaves the folder as it was where it only looks', async () => {
    await audit('verify')
    expect(existsSync(join(data, 'history-tree.sqlite'))).toBe(false)
  })
})
