/** The suites that every store passes, and the builders that they use. */
export { accountsContract } from './accounts-contract.ts'
export { auditContract } from './audit-contract.ts'
export { importsContract } from './imports-contract.ts'
export { signInContract } from './sign-in-contract.ts'
export { sweepsContract } from './sweeps-contract.ts'
