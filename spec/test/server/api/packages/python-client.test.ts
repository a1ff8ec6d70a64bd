import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, packagesOf, type Served, serve } from './served.js'

/** Makes a wheel by hand: a zip with the module and its metadata (PEP 427). */
const MAKE_WHEEL = `
import sys, zipfile
name, version, folder = sys.argv[1:4]
info = f'{name}-{version}.dist-info'
files = {
    f'{name}.py': f'version = "{version}"\\n',
    f'{info}/METADATA': f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\nSummary: demo\\nRequires-Python: >=3.6\\n',
    f'{info}/WHEEL': 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n',
}
record = ''.join(f'{path},,\\n' for path in [*files, f'{info}/RECORD'])
with zipfile.ZipFile(f'{folder}/{name}-{version}-py3-none-any.whl', 'w') as wheel:
    for path, text in {**files, f'{info}/RECORD': record}.items():
        wheel.writestr(path, text)
`

describe.runIf(programs.need('python', 'pip', 'twine'))('Python itself', () => {
  let served: Served
  let wheel: string
  const env = { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_CACHE_DIR: '1', PIP_NO_INPUT: '1' }

  beforeAll(async () => {
    served = await serve()
    await writeFile(join(served.folder, 'wheel.py'), MAKE_WHEEL)
    const made = await served.program('python3', ['wheel.py', 'My_Demo', '1.0', served.folder])
    expect(made).toMatchObject({ ok: true })
    wheel = join(served.folder, 'My_Demo-1.0-py3-none-any.whl')
  })
  afterAll(() => served.close())

  const registry = (): string => `${served.api}/projects/${served.projectId}/packages/pypi`
  const twine = (password: string) =>
    served.program('twine', [
      'upload',
      '--non-interactive',
      '--disable-progress-bar',
      '--repository-url',
      registry(),
      '-u',
      '__token__',
      '-p',
      password,
      wheel,
    ])
  const download = (index: string, to: string) =>
    served.program('pip3', ['download', '--no-deps', '-d', join(served.folder, to), '--index-url', index, 'my-demo'], {
      env,
    })
  const simple = (): string => `${registry().replace('http://', `http://somebody:${served.root}@`)}/simple`

  test('a bad token uploads nothing', async () => {
    expect((await twine('wrong')).ok).toBe(false)
    expect(await packagesOf(served)).toEqual([])
  })

  test('twine uploads a wheel, and the same wheel only once', async () => {
    expect(await twine(served.root)).toMatchObject({ ok: true })
    const [listed] = await packagesOf(served, 'package_type=pypi')
    expect(listed?.name.replace(/[-_]/g, '-')).toBe('My-Demo')
    expect(listed?.version).toBe('1.0')
    const [file] = await filesOf(served, listed?.id ?? 0)
    const bytes = await readFile(wheel)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(file).toMatchObject({ file_name: 'My_Demo-1.0-py3-none-any.whl', size: bytes.length, file_sha256: sha256 })
    expect((await twine(served.root)).ok).toBe(false)
    expect(await filesOf(served, listed?.id ?? 0)).toHaveLength(1)
  })

  test('pip downloads it by its normalised name, until the file is deleted', async () => {
    expect(await download(simple(), 'got')).toMatchObject({ ok: true })
    expect(await readdir(join(served.folder, 'got'))).toEqual(['My_Demo-1.0-py3-none-any.whl'])
    expect(await readFile(join(served.folder, 'got/My_Demo-1.0-py3-none-any.whl'))).toEqual(await readFile(wheel))
    expect((await download(`${registry()}/simple`, 'anonymous')).ok).toBe(false)
    const group = simple().replace(`projects/${served.projectId}/`, `groups/${served.group}/-/`)
    expect(await download(group, 'of-group')).toMatchObject({ ok: true })
    expect(await readdir(join(served.folder, 'of-group'))).toEqual(['My_Demo-1.0-py3-none-any.whl'])
    const [listed] = await packagesOf(served)
    const [file] = await filesOf(served, listed?.id ?? 0)
    const path = `/projects/${served.projectId}/packages/${listed?.id}/package_files/${file?.id}`
    expect((await served.ask('DELETE', path)).status).toBe(204)
    expect((await download(simple(), 'gone')).ok).toBe(false)
  })
})
