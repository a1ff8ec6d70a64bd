import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgefold } from '@forgefold/spec/processes'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PAGE = fileURLToPath(new URL('../../../../docs/how-to/test-from-any-language.md', import.meta.url))

/** The code that the page shows in a language. */
const shown = (language: string): string => {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readFileSync(PAGE, 'utf8')) ?? []
  if (code === undefined) throw new Error(`the page shows no ${language}`)
  return code
}

describe('the examples of the page on tests in other languages run as they are shown', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-any-language-'))
    const command = join(folder, 'forgefold')
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${forgefold}" "$@"\n`)
    chmodSync(command, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = async (program: string, ...args: ReadonlyArray<string>): Promise<readonly [number | null, string]> => {
    const path = `${folder}${delimiter}${process.env['PATH'] ?? ''}`
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, PATH: path } })
    let told = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        told += chunk
      })
    const [code] = (await once(child, 'close')) as [number | null]
    return [code, told]
  }

  if (programs.need('python'))
    it('in Python', async () => {
      expect(await run('python3', '-c', shown('python'))).toEqual([0, ''])
    })
  if (programs.need('curl'))
    it('with curl', async () => {
      expect(await run('sh', '-c', shown('sh'))).toEqual([0, '{}'])
    })
})
