import type { RepositoryContext } from './repository-context.js'

/** Warnings about objects of old repositories that are not damaged. */
const HARMLESS = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode']

const MAX_FINDINGS = 20

/** The exit code of `git fsck` is a sum of flags. */
const ANY_VERDICT = Array.from({ length: 64 }, (_, code) => code)

/** The problems that `git fsck` finds, one line each; empty if there are none or there is no repository. */
export const checkOf = async (context: RepositoryContext, signal: AbortSignal): Promise<ReadonlyArray<string>> => {
  if (!(await context.present())) return []
  const ignored = HARMLESS.flatMap((name) => ['-c', `fsck.${name}=ignore`])
  const args = [...ignored, 'fsck', '--full', '--no-dangling', '--no-progress']
  const { code, output, complaint } = await context.run(args, { accept: [...ANY_VERDICT, 128], signal })
  if (code === 0) return []
  const lines = `${complaint}\n${output.toString('utf8')}`.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? [`git fsck ended with ${code}`] : lines.slice(0, MAX_FINDINGS)
}
