import type { Finding, Rule } from '../finding.js'
import { isTest, packageOf } from '../workspace.js'

interface Owned {
  readonly what: RegExp
  readonly owners: ReadonlyArray<string>
  readonly why: string
}

/** What fails or leaks where nobody owns it, and who does. */
const OWNED: ReadonlyArray<Owned> = [
  {
    what: /from 'node:child_process'/,
    owners: ['adapters/src/git/', 'server/src/cli/doctor.ts', 'server/src/cli/pager.ts'],
    why: 'programs are started by startGit, which hears of their pipes',
  },
  {
    what: /\bspawn\(/,
    owners: ['adapters/src/git/git-process.ts', 'server/src/cli/pager.ts'],
    why: 'programs are started by startGit, which hears of their pipes',
  },
  { what: /\.pipe\(/, owners: [], why: 'pipe() leaves errors to nobody: use pipeline from node:stream/promises' },
  {
    what: /\b(createReadStream|createWriteStream|createInterface)\(/,
    owners: [],
    why: 'its errors are thrown at nobody: read and write by a FileHandle',
  },
  { what: /'@fastify\/busboy'/, owners: ['server/src/http/form-parser.ts'], why: 'forms are read by readForm' },
  {
    what: /\bcreate(Gunzip|Inflate|InflateRaw|Unzip|BrotliDecompress)\(/,
    owners: [
      'server/src/git-http/git-body.ts',
      'adapters/src/tar/packed-file.ts',
      'adapters/src/zip/gunzip.ts',
      'adapters/src/zip/zip-entry.ts',
    ],
    why: 'unpack as it is read',
  },
]

/** Processes and streams belong to somebody who hears of their errors and ends them (docs/decisions/request-lifecycle.md). */
export const owners: Rule = (workspace) => {
  const findings: Array<Finding> = []
  for (const path of workspace.sources.keys()) {
    if (isTest(path) || !['adapters', 'server'].includes(packageOf(path) ?? '')) continue
    for (const [index, text] of (workspace.files.get(path) ?? '').split('\n').entries())
      for (const { what, owners: allowed, why } of OWNED)
        if (what.test(text) && !allowed.some((owner) => path.startsWith(owner)))
          findings.push({ grade: 'error', path, line: index + 1, message: why })
  }
  return findings
}
