import type { Language } from './messages/languages.ts'

/**
 * States, union territories and large cities of India: names in English | Hindi | Gujarati. The first name of each
 * language is the one we write; the first English name is the key. Names after commas are other spellings.
 */
const table = `
Andhra Pradesh, AP | आंध्र प्रदेश | આંધ્ર પ્રદેશ
Arunachal Pradesh | अरुणाचल प्रदेश | અરુણાચલ પ્રદેશ
Assam | असम, आसाम | આસામ, અસમ
Bihar | बिहार | બિહાર
Chhattisgarh, Chattisgarh, Chhatisgarh | छत्तीसगढ़ | છત્તીસગઢ
Goa | गोवा | ગોવા
Gujarat, Gujrat, GJ | गुजरात | ગુજરાત
Haryana | हरियाणा | હરિયાણા
Himachal Pradesh, HP | हिमाचल प्रदेश | હિમાચલ પ્રદેશ
Jharkhand | झारखंड | ઝારખંડ
Karnataka | कर्नाटक | કર્ણાટક
Kerala | केरल | કેરળ, કેરલ
Madhya Pradesh, MP | मध्य प्रदेश | મધ્ય પ્રદેશ
Maharashtra, MH | महाराष्ट्र | મહારાષ્ટ્ર
Manipur | मणिपुर | મણિપુર
Meghalaya | मेघालय | મેઘાલય
Mizoram | मिज़ोरम | મિઝોરમ
Nagaland | नागालैंड | નાગાલેન્ડ
Odisha, Orissa | ओडिशा, उड़ीसा | ઓડિશા, ઓરિસ્સા
Punjab | पंजाब | પંજાબ
Rajasthan, Rajsthan | राजस्थान | રાજસ્થાન
Sikkim | सिक्किम | સિક્કિમ
Tamil Nadu, Tamilnadu, TN | तमिलनाडु, तमिल नाडु | તમિલનાડુ, તામિલનાડુ, તમિલ નાડુ
Telangana | तेलंगाना | તેલંગાણા, તેલંગાના
Tripura | त्रिपुरा | ત્રિપુરા
Uttar Pradesh, UP | उत्तर प्रदेश | ઉત્તર પ્રદેશ
Uttarakhand, Uttaranchal | उत्तराखंड | ઉત્તરાખંડ
West Bengal, WB | पश्चिम बंगाल | પશ્ચિમ બંગાળ
Andaman and Nicobar Islands, Andaman and Nicobar, Andaman & Nicobar Islands | अंडमान और निकोबार द्वीपसमूह, अंडमान और निकोबार | આંદામાન અને નિકોબાર ટાપુઓ, આંદામાન અને નિકોબાર
Chandigarh | चंडीगढ़ | ચંડીગઢ
Dadra and Nagar Haveli and Daman and Diu, Dadra and Nagar Haveli, Daman and Diu, DNHDD | दादरा और नगर हवेली और दमन और दीव, दादरा और नगर हवेली, दमन और दीव | દાદરા અને નગર હવેલી અને દમણ અને દીવ, દાદરા અને નગર હવેલી, દમણ અને દીવ
Delhi, NCT of Delhi, Dilli | दिल्ली | દિલ્હી, દિલ્લી
Jammu and Kashmir, Jammu & Kashmir, J&K | जम्मू और कश्मीर, जम्मू-कश्मीर | જમ્મુ અને કાશ્મીર, જમ્મુ-કાશ્મીર
Ladakh | लद्दाख | લદ્દાખ
Lakshadweep | लक्षद्वीप | લક્ષદ્વીપ
Puducherry, Pondicherry, Pondy | पुदुचेरी, पांडिचेरी | પુડુચેરી, પોંડિચેરી
Agartala | अगरतला | અગરતલા
Agra | आगरा | આગ્રા
Ahmedabad, Ahmadabad, Amdavad | अहमदाबाद | અમદાવાદ
Ahilyanagar, Ahmednagar, Ahmadnagar | अहिल्यानगर, अहमदनगर | અહિલ્યાનગર, અહમદનગર
Aizawl | आइजोल, आइज़ोल | આઈઝોલ
Ajmer | अजमेर | અજમેર
Akola | अकोला | અકોલા
Aligarh | अलीगढ़ | અલીગઢ
Alwar | अलवर | અલવર
Ambala | अंबाला | અંબાલા
Ambernath, Ambarnath | अंबरनाथ | અંબરનાથ
Amravati | अमरावती | અમરાવતી
Amreli | अमरेली | અમરેલી
Amritsar | अमृतसर | અમૃતસર
Anand | आणंद, आनंद | આણંદ
Anantapur, Anantapuramu | अनंतपुर | અનંતપુર
Ankleshwar, Ankleswar | अंकलेश्वर | અંકલેશ્વર
Asansol | आसनसोल | આસનસોલ
Aurangabad | औरंगाबाद | ઔરંગાબાદ
Ayodhya, Faizabad | अयोध्या, फैज़ाबाद | અયોધ્યા, ફૈઝાબાદ
Bareilly | बरेली | બરેલી
Belagavi, Belgaum | बेलगावी, बेलगाम, बेलगांव | બેલગાવી, બેલગામ
Bengaluru, Bangalore, Bengalooru, Banglore | बेंगलुरु, बंगलौर, बेंगलूर, बैंगलोर | બેંગલુરુ, બેંગ્લોર, બેંગલોર
Bhagalpur | भागलपुर | ભાગલપુર
Bharuch, Broach | भरूच | ભરૂચ
Bhavnagar | भावनगर | ભાવનગર
Bhilai | भिलाई | ભિલાઈ
Bhilwara | भीलवाड़ा | ભીલવાડા
Bhiwandi | भिवंडी | ભિવંડી
Bhopal | भोपाल | ભોપાલ
Bhubaneswar, Bhubaneshwar | भुवनेश्वर | ભુવનેશ્વર
Bhuj | भुज | ભુજ
Bikaner | बीकानेर | બિકાનેર
Bilaspur | बिलासपुर | બિલાસપુર
Bokaro, Bokaro Steel City | बोकारो | બોકારો
Botad | बोटाद | બોટાદ
Chennai, Madras | चेन्नई, मद्रास | ચેન્નઈ, ચેન્નાઈ, મદ્રાસ
Chhatrapati Sambhajinagar, Sambhajinagar | छत्रपति संभाजीनगर, संभाजीनगर | છત્રપતિ સંભાજીનગર, સંભાજીનગર
Coimbatore, Kovai | कोयंबटूर, कोयम्बतूर | કોઈમ્બતુર, કોયમ્બતૂર
Cuttack | कटक | કટક
Dahod | दाहोद | દાહોદ
Daman | दमन | દમણ
Darbhanga | दरभंगा | દરભંગા
Davanagere, Davangere | दावणगेरे | દાવણગેરે
Dehradun, Dehra Dun | देहरादून | દેહરાદૂન
Dhanbad | धनबाद | ધનબાદ
Dhule | धुले | ધુલે, ધુળે
Durgapur | दुर्गापुर | દુર્ગાપુર
Erode | इरोड | ઇરોડ
Faridabad | फरीदाबाद, फ़रीदाबाद | ફરીદાબાદ
Gandhidham | गांधीधाम | ગાંધીધામ
Gandhinagar | गांधीनगर | ગાંધીનગર
Gangtok | गंगटोक | ગંગટોક
Gaya | गया | ગયા
Ghaziabad | गाज़ियाबाद | ગાઝિયાબાદ
Godhra | गोधरा | ગોધરા
Gorakhpur | गोरखपुर | ગોરખપુર
Greater Noida | ग्रेटर नोएडा | ગ્રેટર નોઈડા
Gulbarga, Kalaburagi | गुलबर्गा, कलबुर्गी | ગુલબર્ગા, કલબુર્ગી
Guntur | गुंटूर | ગુંટુર
Gurugram, Gurgaon | गुरुग्राम, गुड़गांव | ગુરુગ્રામ, ગુડગાંવ
Guwahati, Gauhati | गुवाहाटी | ગુવાહાટી
Gwalior | ग्वालियर | ગ્વાલિયર
Haldwani | हल्द्वानी | હલ્દ્વાની
Haridwar, Hardwar | हरिद्वार | હરિદ્વાર
Himatnagar, Himmatnagar | हिम्मतनगर | હિંમતનગર
Hisar, Hissar | हिसार | હિસાર
Hosur | होसुर | હોસુર
Howrah, Haora | हावड़ा | હાવડા
Hubballi, Hubli, Hubballi-Dharwad, Hubli-Dharwad | हुबली, हुबली-धारवाड़ | હુબલી, હુબલી-ધારવાડ
Hyderabad, Hydrabad | हैदराबाद | હૈદરાબાદ
Imphal | इंफाल | ઇમ્ફાલ
Indore | इंदौर | ઇન્દોર
Itanagar | ईटानगर | ઇટાનગર
Jabalpur | जबलपुर | જબલપુર
Jaipur | जयपुर | જયપુર
Jalandhar, Jullundur | जालंधर | જલંધર
Jalgaon | जलगांव, जलगाँव | જલગાંવ
Jammu | जम्मू | જમ્મુ
Jamnagar | जामनगर | જામનગર
Jamshedpur, Tatanagar | जमशेदपुर, टाटानगर | જમશેદપુર
Jhansi | झांसी, झाँसी | ઝાંસી
Jodhpur | जोधपुर | જોધપુર
Junagadh, Junagarh | जूनागढ़ | જૂનાગઢ
Kadapa, Cuddapah | कडपा | કડપા
Kakinada | काकीनाडा | કાકીનાડા
Kalyan | कल्याण | કલ્યાણ
Kannur, Cannanore | कन्नूर | કન્નુર
Kanpur, Cawnpore | कानपुर | કાનપુર
Karnal | करनाल | કરનાલ
Kochi, Cochin, Ernakulam | कोच्चि, कोचीन | કોચી, કોચિ, કોચીન
Kolhapur | कोल्हापुर | કોલ્હાપુર
Kolkata, Calcutta | कोलकाता, कलकत्ता | કોલકાતા, કલકત્તા
Kollam, Quilon | कोल्लम | કોલ્લમ
Korba | कोरबा | કોરબા
Kota | कोटा | કોટા
Kozhikode, Calicut | कोझिकोड, कालीकट | કોઝિકોડ, કાલિકટ
Kurnool | कुरनूल | કુર્નૂલ
Latur | लातूर | લાતુર
Lucknow | लखनऊ | લખનૌ, લખનઉ
Ludhiana | लुधियाना | લુધિયાણા
Madurai | मदुरै | મદુરાઈ
Malegaon | मालेगांव | માલેગાંવ
Mangaluru, Mangalore | मंगलुरु, मंगलौर | મેંગલુરુ, મેંગ્લોર, મેંગલોર
Mathura | मथुरा | મથુરા
Meerut | मेरठ | મેરઠ
Mehsana, Mahesana | मेहसाणा, महेसाणा | મહેસાણા
Mira-Bhayandar, Mira Road, Bhayandar | मीरा-भायंदर, मीरा रोड | મીરા-ભાયંદર, મીરા રોડ
Mohali, Sahibzada Ajit Singh Nagar, SAS Nagar | मोहाली | મોહાલી
Moradabad | मुरादाबाद | મુરાદાબાદ
Morbi, Morvi | मोरबी | મોરબી
Mumbai, Bombay | मुंबई, बंबई | મુંબઈ, મુંબાઈ, બોમ્બે
Muzaffarpur | मुज़फ़्फ़रपुर | મુઝફ્ફરપુર
Mysuru, Mysore | मैसूर, मैसूरु | મૈસૂર, મૈસુરુ
Nadiad | नडियाद | નડિયાદ
Nagpur | नागपुर | નાગપુર
Nanded | नांदेड़ | નાંદેડ
Nashik, Nasik | नाशिक, नासिक | નાસિક, નાશિક
Navi Mumbai, New Bombay | नवी मुंबई | નવી મુંબઈ
Navsari | नवसारी | નવસારી
Nellore | नेल्लोर | નેલ્લોર
New Delhi | नई दिल्ली | નવી દિલ્હી
Nizamabad | निज़ामाबाद | નિઝામાબાદ
Noida | नोएडा | નોઈડા
Palanpur | पालनपुर | પાલનપુર
Panaji, Panjim | पणजी | પણજી
Panipat | पानीपत | પાણીપત
Panvel | पनवेल | પનવેલ
Patan | पाटन, पाटण | પાટણ
Patiala | पटियाला | પટિયાલા
Patna | पटना | પટના
Pimpri-Chinchwad, Pimpri, Chinchwad | पिंपरी-चिंचवड़ | પિંપરી-ચિંચવડ
Porbandar | पोरबंदर | પોરબંદર
Prayagraj, Allahabad | प्रयागराज, इलाहाबाद | પ્રયાગરાજ, અલાહાબાદ
Pune, Poona | पुणे, पूना | પુણે, પૂના
Raipur | रायपुर | રાયપુર
Rajahmundry, Rajamahendravaram | राजमुंदरी | રાજમુંદરી
Rajkot | राजकोट | રાજકોટ
Ranchi | रांची, राँची | રાંચી
Ratlam | रतलाम | રતલામ
Rohtak | रोहतक | રોહતક
Roorkee | रुड़की | રૂરકી
Rourkela | राउरकेला | રાઉરકેલા
Saharanpur | सहारनपुर | સહારનપુર
Salem | सेलम | સેલમ
Sangli | सांगली | સાંગલી
Satara | सातारा, सतारा | સાતારા, સતારા
Shillong | शिलांग, शिलॉन्ग | શિલોંગ
Shimla, Simla | शिमला | શિમલા
Shivamogga, Shimoga | शिवमोग्गा, शिमोगा | શિવમોગા, શિમોગા
Siliguri | सिलीगुड़ी | સિલિગુડી
Silvassa | सिलवासा | સેલવાસ, સિલવાસા
Solapur, Sholapur | सोलापुर | સોલાપુર
Sonipat, Sonepat | सोनीपत | સોનીપત
Srinagar, Sri Nagar | श्रीनगर | શ્રીનગર
Surat | सूरत | સુરત
Surendranagar | सुरेंद्रनगर | સુરેન્દ્રનગર
Thane, Thana | ठाणे | થાણે
Thanjavur, Tanjore | तंजावुर | તંજાવુર
Thiruvananthapuram, Trivandrum | तिरुवनंतपुरम, त्रिवेंद्रम | તિરુવનંતપુરમ, ત્રિવેન્દ્રમ
Thrissur, Trichur | त्रिशूर | ત્રિશૂર
Tiruchirappalli, Trichy, Tiruchi | तिरुचिरापल्ली, त्रिची | તિરુચિરાપલ્લી, ત્રિચી
Tirunelveli | तिरुनेलवेली | તિરુનેલવેલી
Tirupati | तिरुपति | તિરુપતિ
Tiruppur, Tirupur | तिरुपुर, तिरुप्पुर | તિરુપુર, તિરુપ્પુર
Tumakuru, Tumkur | तुमकुरु, तुमकूर | તુમકુરુ
Udaipur | उदयपुर | ઉદયપુર, ઉદેપુર
Ujjain | उज्जैन | ઉજ્જૈન
Ulhasnagar | उल्हासनगर | ઉલ્હાસનગર
Vadodara, Baroda | वडोदरा, बड़ौदा | વડોદરા, બરોડા
Valsad, Bulsar | वलसाड | વલસાડ
Vapi | वापी | વાપી
Varanasi, Benares, Banaras | वाराणसी, बनारस | વારાણસી, બનારસ
Vasai-Virar, Vasai, Virar | वसई-विरार, वसई, विरार | વસઈ-વિરાર, વસઈ, વિરાર
Vellore | वेल्लोर | વેલ્લોર
Veraval | वेरावल | વેરાવળ
Vijayapura, Bijapur | विजयपुरा, बीजापुर | વિજયપુરા, બીજાપુર
Vijayawada, Bezawada | विजयवाड़ा | વિજયવાડા
Visakhapatnam, Vizag, Vishakhapatnam | विशाखापत्तनम, विशाखापट्टनम | વિશાખાપટ્ટનમ, વિશાખાપટનમ
Warangal | वारंगल | વારંગલ
Yamunanagar | यमुनानगर | યમુનાનગર
`.trim()

/** The distance between Gujarati's and Devanagari's character codes. */
const SCRIPT_DISTANCE = 0x180
const longVowels: Record<string, string> = { ई: 'इ', ऊ: 'उ', 'ी': 'ि', 'ू': 'ु' }

/** Returns one spelling for variants in case, hyphens, dots under letters, long vowels and nasal consonants. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0A81-\u0ACD]/g, (sign) =>
      String.fromCodePoint((sign.codePointAt(0) ?? 0) - SCRIPT_DISTANCE),
    )
    .replaceAll(/[ङञणनम]्(?=[क-ह])|ँ/g, 'ं')
    .replaceAll(/[ईऊीू]/g, (vowel) => longVowels[vowel] ?? vowel)
    .replaceAll('&', ' and ')
    .replaceAll(/[\u0300-\u036F़\p{Cf}.]/gu, '')
    .replaceAll(/[\s,_-]+/g, ' ')
    .trim()
}

const scripts: Record<Language, RegExp> = {
  en: /\p{Script=Latin}/u,
  hi: /\p{Script=Devanagari}/u,
  gu: /\p{Script=Gujarati}/u,
}

interface Place {
  key: string
  names: Record<Language, string>
}

function places(): Map<string, Place> {
  const rows = table.split('\n').map((row) => row.split(' | ').map((names) => names.split(', ')))
  return new Map(
    rows.flatMap(([en = [], hi = [], gu = []]) => {
      const [key = ''] = en
      const place = { key, names: { en: key, hi: hi[0] ?? key, gu: gu[0] ?? key } }
      return [...en, ...hi, ...gu].map((name) => [plain(name), place] as const)
    }),
  )
}

const spellings = /* @__PURE__ */ places()

/** Returns the English name of a place in any spelling and script; undefined for an unknown place. */
export function placeKey(written: string): string | undefined {
  return spellings.get(plain(written))?.key
}

/** Returns a place in the script of a language. Unknown places, and those already in it, stay as written. */
export function placeIn(written: string, language: Language): string {
  const place = scripts[language].test(written) ? undefined : spellings.get(plain(written))
  return place?.names[language] ?? written
}
