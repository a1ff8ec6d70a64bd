import { readFileSync } from 'node:fs'
import * as programs from '@forgefold/spec/programs'
import { describe, expect, it, vi } from 'vitest'

const withPath = <A>(path: string, work: () => A): A => {
  vi.stubEnv('PATH', path)
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  try {
    return work()
  } finally {
    warn.mockRestore()
    vi.unstubAllEnvs()
  }
}

describe('system programs', () => {
  it('finds a program that is here', () => {
    expect(programs.find('git')).toMatch(/\/git$/)
    expect(programs.need('git')).toBe(true)
  })
  it('says no, with the way to get it, where one is missing', () => {
    withPath('/nonexistent', () => {
      expect(programs.need('git', 'python')).toBe(false)
      expect(vi.mocked(console.warn).mock.calls.flat()).toEqual([
        expect.stringContaining('apt-get install git'),
        expect.stringContaining('apt-get install python3'),
      ])
    })
  })
  it('are all installed by the CI script', () => {
    const script = readFileSync(new URL('../../../../.ci/run', import.meta.url), 'utf8')
    const installed = new Set([...script.matchAll(/^(\S+) (\S+)$/gm)].map(([, , name]) => name))
    // npm comes with Node.
    const wanted = programs.debianPackages().filter((name) => name !== 'npm')
    expect(wanted.filter((name) => !installed.has(name))).toEqual([])
  })
})
