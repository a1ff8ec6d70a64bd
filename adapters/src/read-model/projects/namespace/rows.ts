import type { Database } from 'better-sqlite3'

/** Writes namespaces, and maintains full paths and full names below a renamed or moved one. */
export interface NamespaceRows {
  readonly addUser: (id: number, userId: number, username: string, name: string) => void
  readonly renameUser: (userId: number, username: string, name: string) => void
  readonly removeUser: (userId: number) => void
  readonly addGroup: (id: number, parentId: number | null, path: string, name: string) => void
  readonly renameGroup: (id: number, path: string | undefined, name: string | undefined) => void
  readonly moveGroup: (id: number, parentId: number | null) => void
  readonly removeGroup: (id: number) => void
}

interface Place {
  readonly id: number
  readonly path: string
  readonly name: string
  readonly parent_id: number | null
}

export const makeNamespaceRows = (db: Database): NamespaceRows => {
  const insert = db.prepare(
    `INSERT INTO namespaces (id, kind, name, path, full_path, full_name, parent_id, owner_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const full = db.prepare<[number | null], { readonly path: string; readonly name: string }>(
    'SELECT full_path AS path, full_name AS name FROM namespaces WHERE id = ?',
  )
  const place = db.prepare<[number], Place>('SELECT id, path, name, parent_id FROM namespaces WHERE id = ?')
  const children = db.prepare<[number], number>('SELECT id FROM namespaces WHERE parent_id = ?').pluck()
  const setFull = db.prepare('UPDATE namespaces SET full_path = ?, full_name = ? WHERE id = ?')
  const setNames = db.prepare('UPDATE namespaces SET path = coalesce(?, path), name = coalesce(?, name) WHERE id = ?')
  const setParent = db.prepare('UPDATE namespaces SET parent_id = ? WHERE id = ?')
  const renameUser = db.prepare(
    'UPDATE namespaces SET path = $path, full_path = $path, name = $name, full_name = $name WHERE owner_id = $owner',
  )
  const removeUser = db.prepare('DELETE FROM namespaces WHERE owner_id = ?')
  const remove = db.prepare('DELETE FROM namespaces WHERE id = ?')
  const addSelf = db.prepare('INSERT INTO group_ancestors (group_id, ancestor_id, depth) VALUES (?, ?, 0)')
  const addAbove = db.prepare(
    `INSERT INTO group_ancestors (group_id, ancestor_id, depth)
     SELECT below.group_id, above.ancestor_id, below.depth + above.depth + 1
     FROM group_ancestors below, group_ancestors above
     WHERE below.ancestor_id = $group AND above.group_id = $parent`,
  )
  const dropAbove = db.prepare(
    `DELETE FROM group_ancestors
     WHERE group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = $group)
     AND ancestor_id IN (SELECT ancestor_id FROM group_ancestors WHERE group_id = $group AND depth > 0)`,
  )
  const dropAll = db.prepare('DELETE FROM group_ancestors WHERE group_id = ? OR ancestor_id = ?')

  const under = (parentId: number | null, path: string, name: string) => {
    const parent = parentId === null ? undefined : full.get(parentId)
    return parent === undefined ? { path, name } : { path: `${parent.path}/${path}`, name: `${parent.name} / ${name}` }
  }

  const refresh = (id: number): void => {
    const here = place.get(id)
    if (here === undefined) return
    const { path, name } = under(here.parent_id, here.path, here.name)
    setFull.run(path, name, id)
    for (const child of children.all(id)) refresh(child)
  }

  return {
    addUser: (id, userId, username, name) => {
      insert.run(id, 'user', name, username, username, name, null, userId)
    },
    renameUser: (owner, path, name) => {
      renameUser.run({ owner, path, name })
    },
    removeUser: (userId) => {
      removeUser.run(userId)
    },
    addGroup: (id, parentId, path, name) => {
      const whole = under(parentId, path, name)
      insert.run(id, 'group', name, path, whole.path, whole.name, parentId, null)
      addSelf.run(id, id)
      if (parentId !== null) addAbove.run({ group: id, parent: parentId })
    },
    renameGroup: (id, path, name) => {
      setNames.run(path ?? null, name ?? null, id)
      refresh(id)
    },
    moveGroup: (id, parentId) => {
      dropAbove.run({ group: id })
      setParent.run(parentId, id)
      if (parentId !== null) addAbove.run({ group: id, parent: parentId })
      refresh(id)
    },
    removeGroup: (id) => {
      remove.run(id)
      dropAll.run(id, id)
    },
  }
}
