/** Addresses of the portal that messages lead to (DE-23, DE-31). */
export const toRowLink = (portal: string, rowId: string): string =>
  `${portal}/worklist?row=${encodeURIComponent(rowId)}`;
export const toWorklistLink = (portal: string): string => `${portal}/worklist`;
/** Where subscriptions and channels are changed. */
export const toDeliveryLink = (portal: string): string => `${portal}/rules/delivery`;
/** Profile of a device. */
export const toDeviceLink = (portal: string, deviceId: string): string =>
  `${portal}/profile?device=${encodeURIComponent(deviceId)}`;
export const toDevicesLink = (portal: string): string => `${portal}/devicelist`;
/** One visit. */
export const toVisitLink = (portal: string, visitId: string): string =>
  `${portal}/visits/${encodeURIComponent(visitId)}`;
export const toCloseLink = (portal: string, closeId: string): string =>
  `${portal}/meters?close=${encodeURIComponent(closeId)}`;
/** A file of a close, after sign-in (MX-07). */
export const toCloseFileLink = (portal: string, closeId: string, runId: string): string =>
  `${toCloseLink(portal, closeId)}&file=${encodeURIComponent(runId)}`;
/** The lines of a close, for programs: calls stand under no brand. */
export const toLinesAddress = (portal: string, closeId: string): string =>
  `${new URL(portal).origin}/v1/closes/${encodeURIComponent(closeId)}/lines`;
export const toVisitsLink = (portal: string): string => `${portal}/visits`;
/** Own tokens, or those of the organisation. */
export const toTokensLink = (portal: string, ofOrganisation: boolean): string =>
  `${portal}${ofOrganisation ? '/administration/tokens' : '/me'}`;
export const toRuleLink = (portal: string, ruleId: string): string => `${portal}/rules/${encodeURIComponent(ruleId)}`;
