import { execFile } from 'node:child_process'

/** How a run of the git program ended. */
export interface GitRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const environment = (home: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ann Author',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Carl Committer',
  GIT_COMMITTER_EMAIL: 'carl@example.com',
})

/** A user's own git in a folder, as a client and as a judge: with no configuration but the defaults. */
export interface PlainGit {
  /** Rejects unless it exits 0; gives its output without the last newline. */
  readonly run: (...args: ReadonlyArray<string>) => Promise<string>
  /** Any ending is an answer. */
  readonly attempt: (...args: ReadonlyArray<string>) => Promise<GitRun>
}

const SETTINGS = ['-c', 'init.defaultBranch=main', '-c', 'advice.detachedHead=false', '-c', 'core.quotePath=false']

/** `home` holds no settings of the person who runs the tests. */
export const plainGit = (folder: string, home: string, extra: NodeJS.ProcessEnv = {}): PlainGit => {
  const attempt = (...args: ReadonlyArray<string>): Promise<GitRun> =>
    new Promise((resolve) => {
      const options = { cwd: folder, env: { ...environment(home), ...extra }, maxBuffer: 1 << 28 }
      execFile('git', [...SETTINGS, ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
        resolve({ code, stdout, stderr })
      })
    })
  return {
    attempt,
    run: async (...args) => {
      const { code, stdout, stderr } = await attempt(...args)
      if (code !== 0) throw new Error(`git ${args.join(' ')}: ${code}\n${stderr}`)
      return stdout.replace(/\n$/, '')
    },
  }
}
