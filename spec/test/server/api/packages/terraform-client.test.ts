import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Served, serve } from './served.js'

const served: Served = await serve()
const { ok: isHere } = await served.program('terraform', ['version'])
if (!isHere) console.warn('tests skipped: terraform is not on this machine')

describe.runIf(isHere)('Terraform itself', () => {
  /** Names the registry in sources; the client is told below where it is. */
  const host = 'forge.test'
  const module = 'output "said" {\n  value = "from the registry"\n}\n'

  beforeAll(async () => {
    const folder = join(served.folder, 'module')
    await mkdir(folder)
    await writeFile(join(folder, 'main.tf'), module)
    for (const version of ['1.0.0', '1.4.0', '2.0.0']) {
      const packed = await served.program('tar', ['-czf', join(served.folder, `${version}.tgz`), '-C', folder, '.'])
      expect(packed.ok).toBe(true)
      const made = await served.ask(
        'PUT',
        `/projects/${served.projectId}/packages/terraform/modules/hello/local/${version}/file`,
        { body: await readFile(join(served.folder, `${version}.tgz`)) },
      )
      expect(made.status).toBe(201)
    }
  })
  afterAll(() => served.close())

  const init = async (name: string, token: string, version: string) => {
    const folder = join(served.folder, name)
    await mkdir(folder)
    // Without TLS there is no discovery: the client is told what the server's document says.
    const services = `services = { "modules.v1" = "${served.api}/packages/terraform/modules/v1/" }`
    const configuration = `host "${host}" {\n  ${services}\n}\ncredentials "${host}" {\n  token = "${token}"\n}\n`
    await writeFile(join(folder, 'terraform.rc'), configuration)
    const used = `module "hello" {\n  source  = "${host}/acme/hello/local"\n  version = "${version}"\n}\n`
    await writeFile(join(folder, 'main.tf'), used)
    const env = { TF_CLI_CONFIG_FILE: join(folder, 'terraform.rc'), CHECKPOINT_DISABLE: '1' }
    const ran = await served.program('terraform', ['init', '-no-color', '-input=false'], { in: folder, env })
    return { ...ran, folder }
  }

  test('installs the newest version that fits, of a private project', async () => {
    const ran = await init('fitting', served.root, '~> 1.0')
    expect(ran, ran.remarks).toMatchObject({ ok: true, output: expect.stringContaining('1.4.0') })
    expect(await readFile(join(ran.folder, '.terraform/modules/hello/main.tf'), 'utf8')).toBe(module)
  })

  test('installs nothing with a wrong token, and no version that is not there', async () => {
    expect((await init('stranger', 'of-nobody', '~> 1.0')).ok).toBe(false)
    expect((await init('late', served.root, '~> 3.0')).ok).toBe(false)
  })
})
