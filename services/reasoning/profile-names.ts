/** What `outputProfile` may be: a file of rules each, in profiles/. */
export const profileNames = ['default', 'education', 'finance', 'operations'] as const
