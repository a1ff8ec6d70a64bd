import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chartOf, zipOf } from '@forgefold/spec/testing'

/** The content of files that are uploaded and of packages. */
export const PACKED = Buffer.alloc(200_000, 'a file of a package ')

/** A line of git's protocol, with its length in front. */
export const packet = (text: string): string => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`

/** What a git client sends to push a new branch with one large commit. */
export const pushBody = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-life-git-'))
  try {
    const git = (args: ReadonlyArray<string>, input?: string): Buffer =>
      execFileSync('git', args, {
        cwd: folder,
        maxBuffer: 1 << 26,
        ...(input === undefined ? {} : { input }),
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          GIT_AUTHOR_NAME: 'a',
          GIT_AUTHOR_EMAIL: 'a@b.example',
          GIT_COMMITTER_NAME: 'a',
          GIT_COMMITTER_EMAIL: 'a@b.example',
        },
      })
    git(['init', '-q'])
    writeFileSync(join(folder, 'large.bin'), randomBytes(4 * 1024 * 1024))
    git(['add', '.'])
    git(['commit', '-qm', 'large'])
    const head = git(['rev-parse', 'HEAD']).toString().trim()
    const pack = git(['pack-objects', '--stdout', '--revs'], `${head}\n`)
    const command = packet(`${'0'.repeat(40)} ${head} refs/heads/pushed\0 report-status side-band-64k`)
    return Buffer.concat([Buffer.from(`${command}0000`), pack])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const BOUNDARY = 'a-boundary-of-the-test'

/** The content type of the forms below. */
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`

/** What publishes a version of a chart. */
export const chartForm = (version: string): Buffer =>
  formWith(
    'chart',
    'web.tgz',
    chartOf('web', { 'Chart.yaml': `name: web\nversion: ${version}\n`, large: PACKED.toString() }),
  )

/** What `nuget push` sends to publish a version, or its symbols. */
export const nugetForm = (version: string, type = 'Dependency'): Buffer => {
  const types = `<packageTypes><packageType name="${type}" /></packageTypes>`
  const manifest = `<package><metadata><id>Tool</id><version>${version}</version>${types}</metadata></package>`
  const files = [
    { name: 'Tool.nuspec', bytes: Buffer.from(manifest), deflated: true },
    { name: 'large.dll', bytes: PACKED, deflated: false },
  ]
  return formWith('package', 'package.nupkg', zipOf(files))
}

/** What twine sends to publish a version. */
export const pypiForm = (): Buffer => {
  const field = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return Buffer.concat([
    Buffer.from(field(':action', 'file_upload') + field('name', 'snake') + field('version', '1.0')),
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="content"; filename="snake-1.0.tar.gz"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    PACKED,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
}

/** A form with one file. */
export const formWith = (field: string, fileName: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** What `npm publish` sends. */
export const npmDocument = (version: string, name = 'crate'): Buffer =>
  Buffer.from(
    JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version, dist: {} } },
      _attachments: {
        [`crate-${version}.tgz`]: {
          content_type: 'application/octet-stream',
          data: PACKED.toString('base64'),
          length: PACKED.length,
        },
      },
    }),
  )
