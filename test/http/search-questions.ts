import type { Language } from '../../src/i18n/languages.ts';

/** `finds`: paths that answer the question (pages, anchors, articles). */
type SearchQuestion = { keyword: string; finds: string[] };

const anchor = (page: string, code: string, id: string): string =>
  `${page}?go=${encodeURIComponent(code)}#${id}`;

const en = (path: string): string => `/en${path}`;

const offices = anchor('/work-with-us', 'Offices', 'offices');
const openPositions = anchor('/careers', 'Open Positions', 'open-positions');
const workingHere = anchor('/careers', 'Working Here', 'working-here');
const board = anchor('/about-us/leadership', 'Board of Directors', 'board-of-directors');
const managementTeam = anchor('/about-us/leadership', 'Management Team', 'management-team');
const chairsMessage = anchor('/about-us', 'Message from the Chair', 'message-from-the-chair');
const investmentProcess = anchor('/our-business', 'Investment Process', 'investment-process');
const parkLocations = anchor('/our-business/industrial-parks', 'Park Locations', 'park-locations');
const greenOperations = anchor('/sustainability', 'Green Operations', 'green-operations');
const libraries = anchor('/sustainability', 'Mountain Libraries', 'mountain-libraries');
const announcements = anchor('/investor-relations', 'Announcements', 'announcements');

const directions = '/our-business/investment-directions';
const products = '/our-business/product-matrix';
const contact = '/work-with-us/contact-us';
const application = '/work-with-us/application';
const reports = '/investor-relations/reports';
const group = (id: number): string => `/news/group-news/${id}`;
const insight = (id: number): string => `/news/industry-insights/${id}`;
const coverage = (id: number): string => `/news/media-coverage/${id}`;
const notice = (id: number): string => `/investor-relations/announcements/${id}`;

/** Includes typos, other spellings and words that the site does not use. */
export const searchQuestions: Record<Language, SearchQuestion[]> = {
  en: [
    { keyword: 'honours', finds: [en('/about-us/honours')] },
    { keyword: 'honors', finds: [en('/about-us/honours')] },
    { keyword: 'careers', finds: [en('/careers')] },
    { keyword: 'jobs', finds: [en('/careers'), en(openPositions)] },
    { keyword: 'tea', finds: [en(insight(2001)), en(coverage(3004))] },
    { keyword: 'energy', finds: [en(directions)] },
    { keyword: 'annual report 2025', finds: [en(reports)] },
    { keyword: 'telephone', finds: [en(contact), en(offices)] },
    { keyword: 'Singapore office', finds: [en(offices)] },
    { keyword: 'board of directors', finds: [en(board)] },
    { keyword: 'Shen Yanqiu', finds: [en(chairsMessage), en(board), en(coverage(3007))] },
    { keyword: 'cookies', finds: [en('/privacy-notice')] },
    { keyword: 'how to apply for investment', finds: [en(application), en(investmentProcess)] },
    { keyword: 'application deadline', finds: [en(application), en(notice(4007))] },
    { keyword: 'storage cost', finds: [en(insight(2002))] },
    { keyword: 'offshore wind maintenance', finds: [en(insight(2008))] },
    { keyword: 'dividend', finds: [en(notice(4003))] },
    { keyword: 'annual general meeting', finds: [en(notice(4001))] },
    { keyword: 'mountain library', finds: [en(libraries)] },
    { keyword: 'leadershp', finds: [en('/about-us/leadership')] },
    { keyword: 'sustainibility', finds: [en('/sustainability')] },
    { keyword: 'net zero', finds: [en(greenOperations), en('/sustainability'), en(coverage(3005))] },
    { keyword: 'Ningbo park', finds: [en(parkLocations), en('/our-business/industrial-parks')] },
    { keyword: 'GRADUATE PROGRAM', finds: [en('/careers/graduate-programme')] },
    { keyword: 'parental leave', finds: [en(workingHere)] },
    { keyword: 'family office', finds: [en(products)] },
    { keyword: 'growth fund review', finds: [en(group(1003))] },
    { keyword: 'fraud', finds: [en(notice(4005))] },
    { keyword: 'tobacco', finds: [en('/sustainability/responsible-investment')] },
    { keyword: 'company history', finds: [en('/about-us/milestones')] },
  ],
  zh: [
    { keyword: '荣誉资质', finds: ['/about-us/honours'] },
    { keyword: '荣誉', finds: ['/about-us/honours'] },
    { keyword: '招聘', finds: [openPositions, '/careers', '/careers/graduate-programme'] },
    { keyword: '校园招聘2027', finds: ['/careers/graduate-programme'] },
    { keyword: '董事会', finds: [board] },
    { keyword: '董事长', finds: [chairsMessage] },
    { keyword: '陈美珍', finds: [managementTeam, coverage(3001)] },
    { keyword: '联系电话', finds: [contact, offices] },
    { keyword: '微信', finds: [contact] },
    { keyword: '年度报告', finds: [reports] },
    { keyword: '年报', finds: [reports] },
    { keyword: '２０２５年年度报告', finds: [reports] },
    { keyword: 'Cookie', finds: ['/privacy-notice'] },
    { keyword: '个人信息', finds: ['/privacy-notice'] },
    { keyword: '项目申请', finds: [application] },
    { keyword: '申请 截止', finds: [application, notice(4007)] },
    { keyword: '储能成本', finds: [insight(2002)] },
    { keyword: '海上风电', finds: [insight(2008), group(1001)] },
    { keyword: '分红', finds: [notice(4003), announcements] },
    { keyword: '股东大会', finds: [notice(4001)] },
    { keyword: '图书馆', finds: [libraries] },
    { keyword: '茶', finds: [insight(2001), coverage(3004)] },
    { keyword: '投资流程', finds: [investmentProcess] },
    {
      keyword: '碳排放',
      finds: [greenOperations, '/sustainability', '/sustainability/responsible-investment'],
    },
    { keyword: '宁波园区', finds: [parkLocations, '/our-business/industrial-parks'] },
    { keyword: '育儿假', finds: [workingHere] },
    { keyword: '家族办公室', finds: [products] },
    { keyword: '清洁能源', finds: [directions] },
    { keyword: '上海办公室地址', finds: [offices] },
    { keyword: '烟草', finds: ['/sustainability/responsible-investment'] },
  ],
};
