import type { FileAction, FileContent, ObjectId, TreeOutcome } from '@forgefold/core/ports'
import { EMPTY_TREE } from '@forgefold/core/ports'
import { bytesOf, nameOf, newPartsOf, partsOf, Refused, refuseModules } from './action-refusal.js'
import type { ObjectStore } from './hash.js'
import { forEachInTurns } from './in-turns.js'
import { isModulesFile } from './path-rules.js'
import { encodeTree, entriesOf, type RawEntry, SUBMODULE_MODE, TREE_MODE } from './tree.js'
import { treeIdOf } from './walk-path.js'

/** A tree being edited: entries by raw name; subtrees that were visited stay parsed. */
interface Folder {
  readonly entries: Map<string, RawEntry>
  readonly open: Map<string, Folder>
  changed: boolean
}

class TreeEditor {
  constructor(
    private readonly store: ObjectStore,
    private readonly root: Folder,
  ) {}

  static async on(store: ObjectStore, base: ObjectId): Promise<TreeEditor> {
    const tree = base === EMPTY_TREE ? undefined : await treeIdOf(store, base)
    return new TreeEditor(store, await TreeEditor.folder(store, tree))
  }

  private static async folder(store: ObjectStore, tree: ObjectId | undefined): Promise<Folder> {
    const object = tree === undefined ? undefined : await store.read(tree)
    const entries = new Map<string, RawEntry>()
    if (object !== undefined)
      await forEachInTurns(entriesOf(object.bytes), (entry) => entries.set(entry.rawName, entry))
    return { entries, open: new Map(), changed: false }
  }

  private async enter(folder: Folder, name: string, make: boolean): Promise<Folder | undefined> {
    const known = folder.open.get(name)
    if (known !== undefined) return known
    const entry = folder.entries.get(name)
    if (entry !== undefined && entry.mode !== TREE_MODE) return undefined
    if (entry === undefined && !make) return undefined
    const opened = await TreeEditor.folder(this.store, entry?.id)
    folder.open.set(name, opened)
    return opened
  }

  /** The folders along a path; undefined if one is missing or is a file. */
  private async way(parts: ReadonlyArray<string>, make: boolean): Promise<ReadonlyArray<Folder> | undefined> {
    const folders = [this.root]
    for (const part of parts.slice(0, -1)) {
      const next = await this.enter(folders.at(-1) as Folder, part, make)
      if (next === undefined) return undefined
      folders.push(next)
    }
    return folders
  }

  private async find(path: string): Promise<RawEntry | undefined> {
    const parts = partsOf(path)
    const name = parts.at(-1) as string
    const folder = (await this.way(parts, false))?.at(-1)
    if (folder === undefined) return undefined
    const opened = folder.open.get(name)
    if (opened !== undefined && opened.entries.size + opened.open.size > 0)
      return { mode: TREE_MODE, rawName: name, id: EMPTY_TREE }
    return folder.entries.get(name)
  }

  private async file(path: string): Promise<RawEntry> {
    const entry = await this.find(path)
    if (entry === undefined || entry.mode === TREE_MODE) throw new Refused({ kind: 'FileMissing', path })
    return entry
  }

  /** A file with content of its own, unlike a submodule. */
  private async blobAt(path: string): Promise<RawEntry> {
    const entry = await this.file(path)
    if (entry.mode === SUBMODULE_MODE) throw new Refused({ kind: 'FileMissing', path })
    return entry
  }

  private async free(path: string): Promise<void> {
    newPartsOf(path)
    const entry = await this.find(path)
    if (entry === undefined) return
    throw new Refused({ kind: entry.mode === TREE_MODE ? 'DirectoryExists' : 'FileExists', path })
  }

  private async put(path: string, mode: string, id: ObjectId): Promise<void> {
    const parts = newPartsOf(path)
    const folders = await this.way(parts, true)
    if (folders === undefined) throw new Refused({ kind: 'FileExists', path })
    for (const folder of folders) folder.changed = true
    const rawName = parts.at(-1) as string
    const last = folders.at(-1) as Folder
    last.open.delete(rawName)
    last.entries.set(rawName, { mode, rawName, id })
  }

  private async drop(path: string): Promise<void> {
    const parts = partsOf(path)
    const folders = (await this.way(parts, false)) ?? []
    for (const folder of folders) folder.changed = true
    folders.at(-1)?.entries.delete(parts.at(-1) as string)
    // Git has no empty trees below the root: a folder is removed with its last file.
    for (let depth = folders.length - 1; depth > 0; depth--) {
      const folder = folders[depth] as Folder
      if (folder.entries.size > 0 || folder.open.size > 0) return
      const parent = folders[depth - 1] as Folder
      parent.open.delete(parts[depth - 1] as string)
      parent.entries.delete(parts[depth - 1] as string)
    }
  }

  /** Writes the blob of a file's new content. */
  private async blob(path: string, content: FileContent): Promise<ObjectId> {
    const bytes = bytesOf(content)
    refuseModules(path, bytes)
    return this.store.write('blob', bytes)
  }

  /** The content of a file after its move. */
  private async moved({ path, content }: Extract<FileAction, { action: 'move' }>, id: ObjectId): Promise<ObjectId> {
    if (content !== undefined) return this.blob(path, content)
    if (isModulesFile(nameOf(path))) {
      const object = await this.store.read(id)
      if (object?.kind === 'blob') refuseModules(path, object.bytes)
    }
    return id
  }

  async apply(action: FileAction): Promise<void> {
    switch (action.action) {
      case 'create':
        await this.free(action.path)
        return this.put(
          action.path,
          action.executable === true ? '100755' : '100644',
          await this.blob(action.path, action.content),
        )
      case 'update': {
        const { mode } = await this.blobAt(action.path)
        return this.put(action.path, mode, await this.blob(action.path, action.content))
      }
      case 'delete':
        await this.file(action.path)
        return this.drop(action.path)
      case 'move': {
        const { mode, id } = await this.file(action.previousPath)
        await this.free(action.path)
        await this.drop(action.previousPath)
        return this.put(action.path, mode, await this.moved(action, id))
      }
      case 'chmod': {
        const { id } = await this.blobAt(action.path)
        return this.put(action.path, action.executable ? '100755' : '100644', id)
      }
      case 'submodule': {
        const { path, commit } = action
        const entry = await this.find(path)
        if (entry?.mode !== SUBMODULE_MODE) throw new Refused({ kind: 'SubmoduleMissing', path })
        if (entry.id === commit) throw new Refused({ kind: 'SubmoduleUnchanged', path, commit })
        return this.put(path, SUBMODULE_MODE, commit)
      }
    }
  }

  async write(folder: Folder = this.root): Promise<ObjectId> {
    for (const [rawName, child] of folder.open) {
      if (!child.changed) continue
      const id = await this.write(child)
      if (id === EMPTY_TREE) folder.entries.delete(rawName)
      else folder.entries.set(rawName, { mode: TREE_MODE, rawName, id })
    }
    return this.store.write('tree', await encodeTree(folder.entries.values()))
  }
}

/** Applies actions in order to the tree of `base` and writes the new tree; if one action is impossible, all are refused. */
export const editTree = async (
  store: ObjectStore,
  base: ObjectId,
  actions: ReadonlyArray<FileAction>,
): Promise<TreeOutcome> => {
  try {
    const editor = await TreeEditor.on(store, base)
    for (const action of actions) await editor.apply(action)
    return { kind: 'Written', tree: await editor.write() }
  } catch (error) {
    if (error instanceof Refused) return { kind: 'Refused', refusal: error.refusal }
    throw error
  }
}
