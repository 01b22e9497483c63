/**
 * First line of the detail with which 200002 refuses a sign-in that has no account; the second one, if there
 * is one, is a text of the operator: what to do and whom to ask (OA-14).
 */
export const noAccountDetail = 'this account is not registered';
export const longestNoAccountText = 500;
