export const BRANCH_NAME_MAX = 100
export const GIT_BRANCH_MAX = 255
