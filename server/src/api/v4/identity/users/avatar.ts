/** Where the picture of a user is: there is always one. */
export const avatarUrl = (externalUrl: string, userId: number): string => `${externalUrl}/-/identicons/${userId}.svg`
