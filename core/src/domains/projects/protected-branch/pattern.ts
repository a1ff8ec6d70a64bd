const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

/** Whether a protection's name means a branch: exactly, or with stars that stand for anything. */
export const meansBranch = (name: string, branch: string): boolean => {
  if (!name.includes('*')) return name === branch
  return new RegExp(`^${name.split('*').map(escaped).join('.*')}$`).test(branch)
}
