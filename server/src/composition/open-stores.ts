import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileBlobs } from '@forgefold/adapters/blobs'
import { openGitRepositories } from '@forgefold/adapters/git'
import { makeMemoryBlobs } from '@forgefold/adapters/memory'
import type { Blobs, GitRepositories } from '@forgefold/core/ports'

/** Blobs in a folder; in memory where there is none. */
export const openBlobsIn = async (folder: string | undefined): Promise<Blobs> =>
  folder === undefined ? makeMemoryBlobs() : openFileBlobs(folder)

/** The folder, or a temporary one. */
export const folderOrTemporary = async (folder: string | undefined): Promise<string> =>
  folder ?? mkdtemp(join(tmpdir(), 'forgefold-git-'))

/** Repositories in a folder; in a temporary one where there is none. */
export const openRepositoriesIn = async (folder: string | undefined): Promise<GitRepositories> =>
  openGitRepositories({ root: await folderOrTemporary(folder) })
