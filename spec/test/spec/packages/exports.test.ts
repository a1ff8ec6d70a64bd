import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

interface Manifest {
  readonly name: string
  readonly bin?: Readonly<Record<string, string>>
  readonly files: ReadonlyArray<string>
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${ROOT}${folder}/package.json`, 'utf8')) as Manifest

/** Every folder of a package that has an index, as the subpath by which others import it. */
const subpathsOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(`${ROOT}${folder}/src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/index.ts'))
    .map((path) => path.slice(0, -'/index.ts'.length))

describe.each(['core', 'adapters', 'server', 'spec'])('the package %s', (folder) => {
  const { name, bin = {}, exports, files } = manifestOf(folder)
  const subpaths = subpathsOf(folder)

  it.each(subpaths)('is imported by %s, as built', async (subpath) => {
    const module: unknown = await import(`${name}/${subpath}`)
    expect(Object.prototype.toString.call(module)).toBe('[object Module]')
    expect(existsSync(`${ROOT}${folder}/dist/${subpath}/index.d.ts`)).toBe(true)
  })
  it('ships what it exports and no more', () => {
    expect(files).toEqual(['dist'])
    for (const { types, default: code } of Object.values(exports)) {
      expect(types).toMatch(/^\.\/dist\/.*\.d\.ts$/)
      expect(code).toMatch(/^\.\/dist\/.*\.js$/)
      if (code.includes('*')) continue
      expect(existsSync(`${ROOT}${folder}/${types}`), types).toBe(true)
      expect(existsSync(`${ROOT}${folder}/${code}`), code).toBe(true)
    }
  })
  it('can be imported by its subpaths only', async () => {
    for (const wall of [
      `${name}/dist/${subpaths[0]}/index.js`,
      `${name}/${subpaths[0]}/index.js`,
      `${name}/package.json`,
    ])
      await expect(import(wall), wall).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_(PACKAGE|MODULE)/) })
  })
  it('has every command it names, built, for Node', () => {
    for (const file of Object.values(bin)) {
      expect(file.startsWith('dist/'), file).toBe(true)
      expect(readFileSync(`${ROOT}${folder}/${file}`, 'utf8').split('\n')[0], file).toBe('#!/usr/bin/env node')
    }
  })
})

it('names the commands', () => {
  const commands = ['core', 'adapters', 'server', 'spec'].flatMap((folder) => Object.keys(manifestOf(folder).bin ?? {}))
  expect(commands).toEqual(['forgefold', 'forgefold-verify'])
})
