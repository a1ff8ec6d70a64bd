import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMovableClock } from '@forgefold/adapters/clock'
import type { Instant } from '@forgefold/core/kernel'
import { createForgefold } from '@forgefold/server'
import { runCommandLine } from '@forgefold/server/cli'
import { goldenFolder } from '@forgefold/spec/golden-data'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const verify = async (data: string) => {
  const lines: Array<string> = []
  const code = await runCommandLine(['audit', 'verify', '--json', '--data', data], {
    environment: {},
    say: (line) => lines.push(line),
    tell: (line) => lines.push(line),
    progress: () => undefined,
    asked: new Promise(() => undefined),
  })
  return { code, text: lines.join('\n') }
}

describe.runIf(programs.need('git'))('forgefold audit verify, on a data folder that version 0.1.0 wrote', () => {
  const golden = goldenFolder('0.1.0')
  const data = mkdtempSync(join(tmpdir(), 'forgefold-verified-'))
  beforeAll(() => golden.copyTo(data))
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  it('verifies its events as they were written, and its rows once they are made', async () => {
    expect(await verify(data)).toMatchObject({ code: 0 })
    const instance = { externalUrl: golden.site, tier: 'ultimate', release: '15.3' } as const
    const forgefold = await createForgefold({ instance, data, clock: makeMovableClock(golden.clock as Instant) })
    await forgefold.close()
    expect(await verify(data)).toEqual({ code: 0, text: expect.stringContaining('"rows":"Agree"') })
  })
})
