import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ChecksApi;
import org.openapitools.client.api.FaxesApi;
import org.openapitools.client.api.LettersApi;
import org.openapitools.client.model.*;

/** Orders a letter, a check and a fax with the client that openapi-generator makes. Argument: the service. */
public class Order {
  static Address person(String name, String street) {
    return new Address().name(name).addressLine1(street).city("Springfield").provinceOrState("IL")
        .postalOrZip("62701").countryCode(Address.CountryCodeEnum.US);
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    String text = "Dear Ada,\n\nthe engine works.";
    Address ada = person("Ada Lovelace", "12 Analytical Way");
    Address grace = person("Grace Hopper", "2 Example Ave");

    LettersApi letters = new LettersApi(client);
    LetterQuote letterQuote = letters.quoteLetter(
        new LetterQuoteRequest().country(LetterQuoteRequest.CountryEnum.US).text(text));
    LetterJob letter = letters.createLetterJob(new LetterJobRequest().quoteId(letterQuote.getQuoteId())
        .letter(new LetterJobRequestLetter().to(ada).from(grace).text(text)), null);
    System.out.println("ordered " + letter.getJobId());

    ChecksApi checks = new ChecksApi(client);
    BankAccount account = checks.registerBankAccount(new BankAccountRequest().nickname("Household")
        .country(BankAccountRequest.CountryEnum.US).accountHolderName("Grace Hopper")
        .bankName("First Example Bank").routingNumber("021000021").accountNumber("73519284605"));
    CheckQuote checkQuote = checks.quoteCheck(new CheckQuoteRequest().country(CheckQuoteRequest.CountryEnum.US));
    CheckJob check = checks.createCheckJob(new CheckJobRequest().quoteId(checkQuote.getQuoteId())
        .check(new CheckJobRequestCheck().to(ada).from(grace).bankAccount(account.getBankAccountId())
            .amountCents(12_550)), null);
    System.out.println("ordered " + check.getJobId());

    FaxesApi faxes = new FaxesApi(client);
    FaxQuote faxQuote = faxes.quoteFax(new FaxQuoteRequest().country(FaxQuoteRequest.CountryEnum.US).text(text));
    FaxJob fax = faxes.createFaxJob(new FaxJobRequest().quoteId(faxQuote.getQuoteId())
        .fax(new FaxJobRequestFax().toNumber("+12125550302").text(text)), null);
    System.out.println("ordered " + fax.getJobId());
  }
}
